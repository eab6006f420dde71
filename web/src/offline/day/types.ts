import type { TestType } from '../outbox/types.ts'

/** What is stored of one test. */
export interface DayResult {
  TestType: TestType
  /** 0 to 100; null for one that was not taken. */
  score: number | null
  status: 'closed' | 'dnt'
  /** Counts up with every change; what replaces it names it. */
  revision: number
  attempts: { score: number }[]
}

/** One booking of the day, as the desk needs it. */
export interface DayBooking {
  uaid: string
  eventBookingId: string
  firstName: string
  lastName: string
  eventTestCode: string
  /** `HH:MM` */
  bookingTime: string
  eventTestStatus: string | null
  eventTestType: 'test' | 'retest'
  tShirtSize?: string | null
  assistanceRequired: boolean
  /** This and the emergency contact come with contacts only. */
  assistanceType?: string | null
  emergencyName?: string | null
  emergencyNumber?: string | null
  onboarded: boolean
  /** The tablet that onboarded them, by its own name for itself. */
  onboardedDevice?: string | null
  /** ISO; absent while they have not been seen at the door. */
  arrivedAt?: string | null
  protocolVersion?: number | null
  score?: number | null
  results: DayResult[]
}

/** The rules that the day's results are scored by, as `@sixfold/domain` takes them. */
export type DayProtocols = import('@sixfold/domain').Protocols

/** The academy's day as the server last told it. */
export interface Day {
  /** `YYYY-MM-DD` at the academy. */
  date: string
  /** The server's clock when it told this, RFC 3339. */
  now: string
  protocols: DayProtocols
  bookings: DayBooking[]
}

/** One page of `GET event/admin/day`. */
export type DayPage = Day & { cursor?: string | null }

export interface DayState {
  day: Day | null
  /** When this page asked for the list, by the tablet's clock; null for one that an earlier page kept. */
  askedAt: number | null
  /** How old the list is, in milliseconds; null without one. */
  age: number | null
  /** The list is old enough that a booking may be missing. */
  stale: boolean
  /** What has been kept is being read. */
  loading: boolean
  /** Why the last try to load failed; null when it did not. */
  error: unknown
}
