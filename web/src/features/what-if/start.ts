// From which visit the sliders start, and what is known of its athlete. Pure functions.
import { TEST_TYPES } from '../../components/art/test-types'
import type { OwnResult } from '../../api/types'

export interface Visit {
  date: string
  season: number | null
  /** As it was scored; null if the sliders start from no visit. */
  final: number
  /** Whether today's protocols are those that scored it. */
  scoredAlike: boolean
  /** The best measurement of each test, in the order of the hexagon. */
  marks: number[]
}

/** The latest visit with a final that is out and all six measurements; null without one. */
export function lastVisit(results: readonly OwnResult[], version: number): Visit | null {
  for (const { eventTestDate: date, season, score: final, protocolVersion, tests } of results) {
    const marks = TEST_TYPES.flatMap((name) => tests.find(({ TestType }) => TestType === name)?.best ?? [])
    if (final !== null && marks.length === TEST_TYPES.length)
      return { date, season, final, scoredAlike: protocolVersion === version, marks }
  }
  return null
}

/** The best final that is out, of any season; 0 without one. */
export const bestFinal = (results: readonly OwnResult[]): number =>
  results.reduce((best, { score }) => Math.max(best, score ?? 0), 0)
