/** Labels of booking that are used in more than one place. */

import { measuresText } from '../../academy/measure'
import type { BookingEntry, BookingStatus } from './entry'

/** What a status means for the athlete, if that needs an explanation. */
export const STATUS_STORY: Readonly<Record<BookingStatus, string | null>> = {
  booked: null,
  assistance: null,
  completed: null,
  dnt: 'This one does not count. Book again whenever you are ready.',
  declined: 'Our team had to decline this booking. Your place was given back.',
  cancelled: 'Your place was given back.',
}

/** The same of a visit whose score was removed. */
export const REMOVED_STORY =
  'Our team has removed the score of this visit, so it does not count. The e-mail about it says why.'

/** Name, street and postcode on one line. */
export function placeLine(
  entry: Pick<BookingEntry, 'eventLocationName' | 'eventLocationAddress' | 'eventLocationPostCode'>,
): string {
  return [entry.eventLocationName, entry.eventLocationAddress, entry.eventLocationPostCode]
    .filter((part): part is string => Boolean(part))
    .join(', ')
}

/** What an athlete reads once it is too late to move or cancel their booking. */
export const closedText = ({ eventLocationContactNumber: number }: BookingEntry): string =>
  `Online changes have closed. Call ${number ?? 'the academy'} if you cannot make it.`

/** What an athlete reads while answers to the screening need a check (RULES 6.4). */
export const CHECK_FIRST = 'One of your health answers needs a check first.'

/** What an athlete with a booking reads then: only the academy can move it. */
export const callToMoveText = ({ eventLocationContactNumber: number }: BookingEntry): string =>
  `Call ${number ?? 'the academy'} to change the time of your booking.`

/**
 * What an athlete reads about the place offered to them. Taking it moves the booking that they have, for which it may be
 * too late (RULES 5.2).
 */
export const offeredText = (closed: boolean): string =>
  closed ? 'A place came free, but online changes have closed' : 'A place is held for you'

/** The unit of each test's measurements. */
const UNITS: Readonly<Record<string, string>> = {
  Cognitive: 'hits',
  Strength: 'N/kg',
  Power: 'cm',
  Speed: 's',
  Agility: 's',
  Endurance: 'level',
}

/** Attempts in a row with their unit: `3.24 · 3.00 s`. */
export function attemptsText(testType: string, attempts: readonly { score: number }[]): string {
  if (attempts.length === 0) return 'None'
  const scores = attempts.map(({ score }) => score)
  return measuresText(scores, UNITS[testType] ?? '')
}
