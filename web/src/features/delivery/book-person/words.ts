// Why somebody cannot be booked, in words for staff, and what to do next.
import { dateAndTime, type CivilDate } from '../../../academy/civil-date'
import type { ApiFailure } from '../../../api/client/failure'
import { athleteRefusal, NAMELESS, staffSentence } from '../../../api/staff-sentence'
import type { Bookable, RuleRefusal } from '../bookings/api'

export const refusalText = ({ errorCode, errorMessage }: RuleRefusal, firstName: string): string =>
  athleteRefusal(errorCode, firstName) ?? errorMessage

/** Why an open booking was not moved, or a request for assistance not confirmed. */
export const notPlacedText = (error: ApiFailure, firstName: string): string =>
  error.errorCode === 'SCREENING_NOT_CLEARED'
    ? `${firstName || NAMELESS} gave a health answer that needs a talk first. Record a clearance under Users, then try again.`
    : staffSentence(error, firstName)

type OpenBooking = NonNullable<Bookable['booking']>

/**
 * The booking that rules out another one. One of a day that is over was onboarded and never finished: a booking that
 * nobody came to does not rule out another (RULES 4.5).
 */
export function openBookingText(
  { eventTestStatus, bookingDate, bookingTime }: OpenBooking,
  firstName: string,
  { today, atDesk }: { today: CivilDate; atDesk: boolean },
): { title: string; words: string } {
  const name = firstName || NAMELESS
  const when = bookingDate && dateAndTime(bookingDate, bookingTime)
  if (when && bookingDate < today)
    return {
      title: 'Their last visit was never finished',
      words: `${name}’s visit on ${when} is still open. ${
        atDesk
          ? 'Ask programme delivery to close it.'
          : 'Finish it or mark it as “Did not test”, then book another.'
      }`,
    }
  return {
    title:
      eventTestStatus === 'assistance' ? 'They have asked for assistance' : 'They have a booking already',
    words: `${when ? `${name} comes on ${when}.` : `${name} waits for a place.`} ${
      atDesk
        ? 'Programme delivery can move it.'
        : 'An athlete has one booking at a time: move that one, or cancel it first.'
    }`,
  }
}
