// What the screen shows, derived from the queue and the day's list. Contains no rule.
import type { Protocol as Rule, Protocols as Rules, TestType as Test } from '@sixfold/domain'

export type Protocol = Rule
export type Protocols = Rules
export type TestType = Test

export interface TestView {
  test: TestType
  protocol: Protocol
  status: 'open' | 'closed' | 'dnt'
  /** Raw measurements in the unit, in the order in which they were taken. */
  attempts: readonly number[]
  /** The best raw measurement. */
  best: number | null
  /** Points: the score of a closed test; for an open one, what it would be closed with now. */
  score: number | null
  /** Something of it waits on this tablet. */
  unsent: boolean
}

export interface AthleteView {
  bookingId: string
  uaid: string
  name: string
  /** `HH:MM`, empty where none was booked. */
  time: string
  stage: 'onboarded' | 'accepted' | 'final'
  tests: readonly TestView[]
  /** The final score with what is there: null while a test has no attempt, or one was not done. */
  preview: number | null
  /** What was sent in as final. */
  final: { status: 'completed' | 'dnt'; score: number | null; held: boolean } | null
  /** Writes about them that wait on this tablet. */
  unsent: number
}

/** What this tablet stores of an athlete beside their results. What the desk may forget at midnight is on the day's list. */
export interface Person {
  uaid: string
  bookingId: string
  code: string
  firstName: string
  lastName: string
  /** `HH:MM`, empty where none was booked. */
  time: string
  type: 'test' | 'retest'
  /** The day whose list they were found on, `YYYY-MM-DD`. */
  day: string
  /** The rules their results are scored by. */
  protocols: Protocols
  /** Their final went in to be held for the reveal. */
  held?: boolean
}
