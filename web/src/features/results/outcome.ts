// Results as words and shapes. Decides nothing: points and percentiles come from the server.
import type { TestScores } from '../../components/art/ScoreHexagon'
import { TEST_TYPES, isTestType, type TestType } from '../../components/art/test-types'
import { measureText } from '../../academy/measure'
import { pointsDifference } from '../../academy/numbers'
import type { OwnResult, OwnTest } from '../../api/types'

type Way = 'up' | 'down' | 'same'

export interface Change {
  way: Way
  /** `+2.30`, `−1.05`, `As before`. */
  text: string
}

/** Against last time; null for a first time. */
export function changeOf(score: number, previous: { score: number } | null | undefined): Change | null {
  if (!previous) return null
  const text = pointsDifference(score, previous.score)
  if (text === '') return { way: 'same', text: 'As before' }
  return { way: score > previous.score ? 'up' : 'down', text }
}

/**
 * Which attempt counted: the first with the best measurement, since points end at the protocol's marks (RULES 7.4). None
 * while the points wait for their reveal.
 */
export const bestAttempt = ({ attempts, best }: Pick<OwnTest, 'attempts' | 'best'>): number =>
  attempts.some(({ points }) => points === null) ? -1 : attempts.findIndex(({ score }) => score === best)

export interface NamedTest extends OwnTest {
  name: TestType
}

/** The six tests in the hexagon's order; what is not one of them is left out. */
export const testsOf = (result: OwnResult): NamedTest[] =>
  TEST_TYPES.flatMap((name) => {
    const test = result.tests.find(({ TestType: type }) => isTestType(type) && type === name)
    return test ? [{ ...test, name }] : []
  })

/** The shape of the newest result, and that of the previous one; null if there was none. */
export function shapesOf(tests: readonly NamedTest[]): { now: TestScores; before: TestScores | null } {
  const now: TestScores = {}
  const before: TestScores = {}
  for (const { name, score, previous } of tests) {
    if (score !== null) now[name] = score
    if (previous) before[name] = previous.score
  }
  return { now, before: Object.keys(before).length > 0 ? before : null }
}

/** The best measurement of each test, as text. */
export const marksOf = (tests: readonly NamedTest[]): Partial<Record<TestType, string>> =>
  Object.fromEntries(
    tests.flatMap(({ name, best, unit }) => (best === null ? [] : [[name, measureText(best, unit)]])),
  )

/** The test with the fewest points: the corner to push next. */
export const weakest = (tests: readonly NamedTest[]): TestType | null =>
  tests.reduce<NamedTest | null>(
    (low, test) => (test.score !== null && (low?.score ?? Infinity) > test.score ? test : low),
    null,
  )?.name ?? null
