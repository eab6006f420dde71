// What a refused entry means: what stood against it, both values, and the ways to settle it.
import type { Entry } from '../../offline/outbox/outbox'
import type { FailureLike } from '../../api/errors'
import type { TestType } from './model'
import { TESTS } from './queue'

/** A test as one side has it. */
export interface Value {
  status: 'open' | 'closed' | 'dnt'
  attempts: readonly number[]
  score: number | null
  revision: number
}

/** One test that the two sides tell differently. */
export interface Difference {
  test: TestType
  mine: Value | null
  theirs: Value | null
}

export type Way = 'theirs' | 'mine' | 'edit' | 'again' | 'reopen' | 'remove' | 'drop'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const isTest = (name: unknown): name is TestType => TESTS.some((test) => test === name)

function attemptsOf(value: unknown): number[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((attempt: unknown) => {
    const score = isFields(attempt) ? numberOf(attempt.score) : null
    return score === null ? [] : [score]
  })
}

/** A result as the wire has it: what was sent, or what the server says that it has. */
function readResult(value: unknown): { test: TestType; value: Value } | null {
  if (!isFields(value) || !isTest(value.TestType)) return null
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

function readResults(value: unknown): Map<TestType, Value> {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return new Map(list.flatMap((one) => readResult(one) ?? []).map(({ test, value: own }) => [test, own]))
}

const same = (one: Value | null, other: Value | null) =>
  one !== null &&
  other !== null &&
  one.status === other.status &&
  one.attempts.length === other.attempts.length &&
  one.attempts.every((raw, at) => raw === other.attempts[at])

export interface RefusalSeen {
  failure: FailureLike
  /** Where the two sides differ; empty where the server named no value. */
  rows: Difference[]
}

/** What the server said against an entry, and both values where it named its own. */
export function refusalOf({ write, refusal, held }: Entry): RefusalSeen {
  const against = refusal ?? held
  const failure: FailureLike = {
    errorCode: against?.code ?? '',
    errorMessage: against?.message ?? '',
    ...(against ? { status: against.status } : {}),
  }
  const current = against?.error.current
  if (current === undefined || current === null) return { failure, rows: [] }
  const mine = readResults(write.body.results ?? write.body.Results)
  const theirs = readResults(current)
  const rows = TESTS.filter((test) => mine.has(test) || theirs.has(test))
    .map((test) => ({ test, mine: mine.get(test) ?? null, theirs: theirs.get(test) ?? null }))
    .filter((row) => !same(row.mine, row.theirs))
  return { failure, rows }
}

/** The attempts of a test's entry, as they were typed. */
export const typedIn = ({ write }: Entry): Value | null =>
  [...readResults(write.body.results).values()][0] ?? null

/** The ways to settle an entry, the likeliest first; `queued` when the athlete is still on this tablet. */
export function waysOf(entry: Entry, queued: boolean): Way[] {
  const { about, refusal, state } = entry
  if (state === 'waiting') return ['again', 'drop']
  const code = refusal?.code
  const both = refusalOf(entry).rows.some(({ theirs }) => theirs !== null)
  switch (about.kind) {
    case 'test':
      if (both) return queued ? ['theirs', 'mine', 'edit'] : ['theirs', 'mine']
      return code === 'BOOKING_CLOSED' ? ['drop'] : queued ? ['edit', 'again', 'drop'] : ['again', 'drop']
    case 'final':
      if (code === 'BOOKING_CLOSED') return ['drop']
      if (both && queued) return ['theirs', 'reopen', 'again']
      return queued ? ['reopen', 'again', 'drop'] : ['again', 'drop']
    case 'onboard':
      // Another tablet was first: the results still count.
      if (code === '422') return queued ? ['drop', 'remove'] : ['drop']
      return queued ? ['again', 'remove'] : ['again', 'drop']
    default:
      return ['again', 'drop']
  }
}

/** The body of a test's entry that replaces what the server has; revision 0: there is nothing to replace. */
export function replacing({ write }: Entry, revision: number): Record<string, unknown> {
  const { results } = write.body
  const one: unknown = Array.isArray(results) ? results[0] : results
  const { replaces: _, ...rest } = isFields(one) ? one : {}
  return { ...write.body, results: { ...rest, ...(revision > 0 ? { replaces: revision } : {}) } }
}
