// The queue of the state machine as the screen shows it. `@sixfold/domain` makes every change.
import type { DeskAthlete, DeskQueue } from '@sixfold/domain'
import { fullName } from '../../academy/names'
import { TEST_TYPES } from '../../components/art/test-types'
import type { Rules } from '../../rules'
import type { AthleteView, Person, TestType, TestView } from './model'

/** The athletes of the queue, without the empty user. */
export const athletesOf = (queue: DeskQueue): DeskAthlete[] => queue.filter(({ uaid }) => uaid !== '')

/** What waits on the tablet, by booking and test. */
export interface Unsent {
  bookingId: string
  test?: TestType | undefined
}

type Scoring = Pick<Rules, 'testScore' | 'bestAttempt' | 'finalScore'>

/** An athlete of the queue as the screen shows them. */
export function athleteView(
  rules: Scoring,
  athlete: DeskAthlete,
  person: Person,
  unsent: readonly Unsent[],
): AthleteView {
  const own = unsent.filter(({ bookingId }) => bookingId === athlete.bookingId)
  const tests = TEST_TYPES.map((test) => testView(rules, athlete, person, test, own))
  const scores = tests.map(({ status, score }) => (status === 'dnt' ? null : score))
  const { resultFinal } = athlete
  return {
    bookingId: athlete.bookingId,
    uaid: athlete.uaid,
    name: fullName(person),
    time: person.time,
    stage: resultFinal ? 'final' : athlete.status,
    tests,
    preview: scores.every((score) => score !== null) ? rules.finalScore(scores) : null,
    final: resultFinal ? { ...resultFinal, held: person.held ?? false } : null,
    unsent: own.length,
  }
}

function testView(
  rules: Scoring,
  athlete: DeskAthlete,
  person: Person,
  test: TestType,
  unsent: readonly Unsent[],
): TestView {
  const protocol = person.protocols.tests.find(({ TestType }) => TestType === test)
  if (!protocol) throw new Error(`There is no protocol for ${test}`)
  const { status, attempts, score = null } = athlete.tests[test]
  const now = attempts.length > 0 ? rules.testScore(protocol, attempts) : null
  return {
    test,
    protocol,
    status,
    attempts,
    best: attempts[rules.bestAttempt(protocol, attempts) ?? -1] ?? null,
    score: status === 'open' ? (now?.ok ? now.value : null) : score,
    unsent: unsent.some((one) => one.test === test),
  }
}
