import type { Narrow } from '../../api/contract'
import type { BookingStatus, BookingType } from '../../api/types'
import type { TestType } from '../outbox/types.ts'

/** What is stored of one test; no score for one that was not taken. `revision` counts its changes: a replacement names it. */
type DayResult = Narrow<'DayResult', { TestType: TestType; status: 'closed' | 'dnt' }>

type ListedBooking = Narrow<'DayBooking', { eventTestType: BookingType; results: DayResult[] }>

/**
 * One booking of the day. What helps and the emergency contact come with contacts only; `arrivedAt` is absent while they
 * have not been seen at the door, `onboardedDevice` is the tablet's own name for itself.
 */
export type DayBooking = Omit<ListedBooking, 'eventTestStatus' | 'tShirtSize' | 'score'> &
  Partial<Pick<ListedBooking, 'tShirtSize' | 'score'>> & {
    /** Null for an athlete whom only this tablet knows. */
    eventTestStatus: BookingStatus | null
  }

/** The rules that the day's results are scored by, as `@sixfold/domain` takes them. */
export type DayProtocols = import('@sixfold/domain').Protocols

/** A page of the list as the server answers it. */
export type DayAnswer = Narrow<
  'DayAnswer',
  { bookings: ListedBooking[]; protocols: DayProtocols; earlierProtocols?: DayProtocols[] }
>

/** The academy's day as the server last sent it; `now` is the server's clock then. */
export type Day = Omit<DayAnswer, 'bookings' | 'cursor'> & { bookings: DayBooking[] }

export type DayPage = Day & Pick<DayAnswer, 'cursor'>

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
