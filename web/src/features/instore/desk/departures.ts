// Athletes who have left the screen while the day's list may not show it yet: finished, declined, released or cleared away.
// Remembered until a list shows it that was requested after everything was sent, so that nobody is onboarded again by accident.
import type { DeskAthlete, DeskQueue } from '@sixfold/domain'
import type { Checked } from '@sixfold/domain'
import type { Rules } from '../../../rules'
import type { Person, Protocols } from '../model'
import type { ListedResult } from './known-tests'

export interface Departure {
  how: 'final' | 'declined' | 'released' | 'cleared'
  person: Person
  /** Their entry in the queue; null for an athlete who was declined from the list. */
  athlete: DeskAthlete | null
  /** The notes typed for their final, if any; an older page stored none. */
  notes?: string
  /** When they left, in milliseconds by the tablet's clock. */
  at: number
}

/** By booking. */
export type Departures = Readonly<Record<string, Departure>>

/** How long staff can undo a decline, ms; the server decides by its own clock. */
export const UNDO_MS = 10 * 60_000

export const canUndo = ({ how, at }: Departure, now: number): boolean =>
  how === 'declined' && now - at <= UNDO_MS

/** Puts an athlete back at the front of the queue, unchanged. */
export function recalled(
  rules: Pick<Rules, 'onboarding'>,
  queue: DeskQueue,
  { uaid, bookingId, tests, status, resultFinal }: DeskAthlete,
): Checked<DeskQueue> {
  let done = rules.onboarding(queue, { act: 'onboard', uaid, bookingId, tests })
  if (done.ok && status === 'accepted') done = rules.onboarding(done.value, { act: 'accept', uaid })
  if (done.ok && resultFinal) done = rules.onboarding(done.value, { act: 'submitFinal', uaid })
  return done
}

export interface DayListing {
  /** When the list was requested, by the tablet's clock; null for one stored by an earlier page load. */
  askedAt: number | null
  /** The bookings on it. */
  bookings: readonly {
    eventBookingId: string
    eventTestStatus?: string | null
    /** Those that the server scores it by, once it is onboarded. */
    protocols?: Protocols | undefined
    results?: readonly ListedResult[]
  }[]
}

/** Attempts of a test that is not closed, of an athlete who was cleared away: only this tablet has them. */
const hasOpenAttempts = ({ how, athlete }: Departure): boolean =>
  how === 'cleared' &&
  athlete !== null &&
  Object.values(athlete.tests).some(({ status, attempts }) => status === 'open' && attempts.length > 0)

const ENDED: readonly (string | null | undefined)[] = ['completed', 'dnt', 'declined', 'cancelled']

/**
 * The departures that the list does not show yet, and those with attempts that no list can show, until their booking has ended
 * or is not on the list. `unsentAt`: when a booking last had something unsent, by the tablet's clock; a list that is requested
 * because it has been sent may have the same moment. A decline is on no list, and is remembered for as long as it can be undone.
 */
export function unlistedDepartures(
  left: Departures,
  told: DayListing,
  unsentAt: (bookingId: string) => number,
  now: number,
): Departures {
  const named = new Map(told.bookings.map((one) => [one.eventBookingId, one.eventTestStatus]))
  const isOpen = (id: string) => named.has(id) && !ENDED.includes(named.get(id))
  const known = ([id, one]: [string, Departure]) =>
    told.askedAt !== null &&
    told.askedAt >= unsentAt(id) &&
    (named.has(id) || !canUndo(one, now)) &&
    !(isOpen(id) && hasOpenAttempts(one))
  return Object.fromEntries(Object.entries(left).filter((entry) => !known(entry)))
}
