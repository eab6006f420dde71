// Owns what a score card says beside points: how much of the season's field was left behind.
import type { TestType } from '../../components/art/TestArt'

export interface Ratings {
  /** Whole per cent of the field behind the final; null without a rating. */
  final: number | null
  tests: Partial<Record<TestType, number>>
}

/** `Better than 78%`, or what there is to say of the last one. */
export const ratingWords = (share: number): string =>
  share === 0 ? 'All of the field to chase' : `Better than ${share}%`
