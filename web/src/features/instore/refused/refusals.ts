// What a refused entry means: the conflict, and both values if the server sent its own.
import type { About, Entry } from '../../../offline/outbox'
import type { FailureLike } from '../../../api/error-sentence'
import { isRecord } from '../../../api/json'
import type { TestType } from '../model'
import { TEST_TYPES } from '../../../components/art/test-types'

/** A test as one side has it. */
export interface Value {
  status: 'open' | 'closed' | 'dnt'
  attempts: readonly number[]
  score: number | null
  revision: number
}

/** A test with different values on the two sides. */
interface Difference {
  test: TestType
  mine: Value | null
  theirs: Value | null
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const isTest = (name: unknown): name is TestType => TEST_TYPES.some((test) => test === name)

function attemptsOf(value: unknown): number[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((attempt: unknown) => {
    const score = isRecord(attempt) ? numberOf(attempt.score) : null
    return score === null ? [] : [score]
  })
}

/** A result as in JSON: what was sent, or what the server has. */
function readResult(value: unknown): { test: TestType; value: Value } | null {
  if (!isRecord(value) || !isTest(value.TestType)) return null
  const status = value.status ?? value.Status
  return {
    test: value.TestType,
    value: {
      status: status === 'dnt' || status === 'open' ? status : 'closed',
      attempts: attemptsOf(value.Attempts ?? value.attempts),
      score: numberOf(value.score ?? value.Score),
      revision: numberOf(value.revision) ?? numberOf(value.replaces) ?? 0,
    },
  }
}

export function readResults(value: unknown): Map<TestType, Value> {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return new Map(list.flatMap((one) => readResult(one) ?? []).map(({ test, value: own }) => [test, own]))
}

export const same = (one: Value | null, other: Value | null) =>
  one !== null &&
  other !== null &&
  one.status === other.status &&
  one.attempts.length === other.attempts.length &&
  one.attempts.every((raw, at) => raw === other.attempts[at])

/** Why a tap that depends on a refused entry does nothing: it would change what somebody else did and nobody here has seen. */
export const DECIDE_FIRST = 'Decide about the refused entry first.'

/** Whether the server has refused this entry of a booking, and nobody has decided about it yet. */
export const isUndecided = (
  entries: readonly Entry[],
  { kind, bookingId, test }: Pick<About, 'kind' | 'bookingId' | 'test'>,
): boolean =>
  entries.some(
    ({ state, about }) =>
      state === 'refused' &&
      about.kind === kind &&
      about.bookingId === bookingId &&
      (test === undefined || about.test === test),
  )

export interface RefusalSeen {
  failure: FailureLike
  /** Where the two sides differ; empty where the server named no value. */
  rows: Difference[]
}

/** What the server said against an entry, and both values where it named its own. */
export function refusalOf({ write, refusal, lastRefusal }: Entry): RefusalSeen {
  const against = refusal ?? lastRefusal
  const failure: FailureLike = {
    errorCode: against?.code ?? '',
    errorMessage: against?.message ?? '',
    ...(against ? { status: against.status } : {}),
  }
  const current = against?.error.current
  if (current === undefined || current === null) return { failure, rows: [] }
  const mine = readResults(write.body.results ?? write.body.Results)
  const theirs = readResults(current)
  const rows = TEST_TYPES.filter((test) => mine.has(test) || theirs.has(test))
    .map((test) => ({ test, mine: mine.get(test) ?? null, theirs: theirs.get(test) ?? null }))
    .filter((row) => !same(row.mine, row.theirs))
  return { failure, rows }
}
