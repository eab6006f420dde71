import type { DeskAthlete, DeskTest } from '@sixfold/domain'
import type { TestType } from '../model'
import { TEST_TYPES } from '../../../components/art/test-types'

/** One of the server's results for an athlete. */
export interface ListedResult {
  TestType: string
  score?: number | null
  status: string
  revision: number
  attempts: readonly { score: number | null }[]
}

/** The server's results for an athlete, for the queue. */
export function knownTests(results: readonly ListedResult[]): Partial<Record<TestType, DeskTest>> {
  const known: Partial<Record<TestType, DeskTest>> = {}
  for (const { TestType: name, score, status, revision, attempts } of results) {
    const test = TEST_TYPES.find((one) => one === name)
    if (!test) continue
    known[test] = {
      status: status === 'dnt' || status === 'closed' ? status : 'open',
      attempts: attempts.flatMap(({ score: raw }) => (raw === null ? [] : [raw])),
      revision,
      ...(typeof score === 'number' ? { score } : {}),
    }
  }
  return known
}

/** The athlete's tests that another tablet has recorded since, and in which nothing is recorded here. */
export function recordedElsewhere(
  { tests }: DeskAthlete,
  results: readonly ListedResult[],
): (readonly [TestType, DeskTest])[] {
  const known = knownTests(results)
  return TEST_TYPES.flatMap((test) => {
    const theirs = known[test]
    const { status, attempts, revision = 0 } = tests[test]
    const isEmpty = status === 'open' && attempts.length === 0
    return theirs && isEmpty && (theirs.revision ?? 0) > revision ? [[test, theirs] as const] : []
  })
}

/** Whether the server has a result of theirs, or gets one from this tablet: their booking is not declined then (RULES 4.8). */
export const hasResults = (
  athlete: Pick<DeskAthlete, 'tests'> | null,
  listed: readonly ListedResult[] | undefined,
): boolean =>
  (listed !== undefined && listed.length > 0) ||
  // A test that was unlocked has the revision of what was sent.
  Object.values(athlete?.tests ?? {}).some(({ status, revision = 0 }) => status !== 'open' || revision > 0)
