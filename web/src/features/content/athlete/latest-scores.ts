// Owns which scores the athlete page shows: those of the newest entry that has any.
import { TEST_TYPES, type TestType } from '../../../components/art/TestArt'
import type { TestScores } from '../../../components/art/ScoreHexagon'

/** What this needs of a booking entry. */
export interface ScoredEntry {
  eventTestDate: string | null
  eventTestScore: number | null
  results: readonly { testType: string; score: number | null }[]
}

export interface LatestScores {
  date: string | null
  /** The final score, 0 to 100, or null without one. */
  final: number | null
  tests: TestScores
}

const KEY = new Map<string, TestType>(TEST_TYPES.map((test) => [test.toLowerCase(), test]))

/** The scores of the newest entry with at least one test scored; null when there is none. Entries come newest first. */
export function latestScores(entries: readonly ScoredEntry[]): LatestScores | null {
  for (const entry of entries) {
    const tests: TestScores = {}
    for (const { testType, score } of entry.results) {
      const test = KEY.get(testType.toLowerCase())
      if (test && score !== null) tests[test] = score
    }
    if (Object.keys(tests).length > 0)
      return { date: entry.eventTestDate, final: entry.eventTestScore, tests }
  }
  return null
}

/** The test with the lowest score: the corner to push next. */
export function weakest(tests: TestScores): TestType | null {
  const scored = TEST_TYPES.filter((test) => tests[test] !== undefined)
  return scored.reduce<TestType | null>(
    (low, test) => (low === null || (tests[test] ?? 0) < (tests[low] ?? 0) ? test : low),
    null,
  )
}
