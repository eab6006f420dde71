// Owns how an athlete's points went from visit to visit: the best per test, and the last visit against the one before.
import { TEST_TYPES, type TestType } from '../../../components/art/TestArt'
import type { ScoredEntry } from './latest-scores'

export interface TestProgress {
  test: TestType
  /** The points of the last visit that scored this test. */
  last: number
  best: number
  /** Against the visit before; null after the first. */
  change: number | null
}

/** One row for each test that has been scored, in the tests' own order. Entries come newest first. */
export function progressOf(entries: readonly ScoredEntry[]): TestProgress[] {
  return TEST_TYPES.flatMap((test) => {
    const points = entries.flatMap((entry) =>
      entry.results
        .filter((result) => result.testType.toLowerCase() === test.toLowerCase())
        .flatMap(({ score }) => (score === null ? [] : [score])),
    )
    const [last, before] = points
    if (last === undefined) return []
    return [{ test, last, best: Math.max(...points), change: before === undefined ? null : last - before }]
  })
}
