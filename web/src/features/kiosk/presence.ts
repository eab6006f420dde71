// Where today's athletes are: on their way, at the door, on the desk, done.
import type { Arrival } from './api'

export type Presence = 'late' | 'expected' | 'here' | 'testing' | 'gone'

/** Whether an athlete has arrived or is due, at a time of day `HH:MM` at the academy. */
export function presenceOf(booking: Arrival, now: string): Presence {
  if (booking.eventTestStatus === 'completed' || booking.eventTestStatus === 'dnt') return 'gone'
  if (booking.onboarded) return 'testing'
  if (booking.arrivedAt) return 'here'
  return booking.bookingTime !== '' && booking.bookingTime < now ? 'late' : 'expected'
}

export type Counts = Record<Presence, number>

export function countsOf(bookings: readonly Arrival[], now: string): Counts {
  const counts: Counts = { late: 0, expected: 0, here: 0, testing: 0, gone: 0 }
  for (const booking of bookings) counts[presenceOf(booking, now)] += 1
  return counts
}

/** First those who have arrived, then those due, then later ones; each by time. */
const ORDER: Record<Presence, number> = { here: 0, late: 1, expected: 2, testing: 3, gone: 4 }

export const byPresence = (bookings: readonly Arrival[], now: string): Arrival[] =>
  [...bookings].sort(
    (one, other) =>
      ORDER[presenceOf(one, now)] - ORDER[presenceOf(other, now)] ||
      one.bookingTime.localeCompare(other.bookingTime) ||
      one.lastName.localeCompare(other.lastName),
  )
