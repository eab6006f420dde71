// Why somebody cannot be booked, in words for staff, and what to do next.
import { dateAndTime, type CivilDate } from '../../../academy/civil-date'
import type { ApiFailure } from '../../../api/client/failure'
import { errorSentence } from '../../../api/error-sentence'
import type { Bookable, RuleRefusal } from '../bookings/api'

const NAMELESS = 'This athlete'

const WHY: Readonly<Record<string, (name: string) => string>> = {
  CONSENT_REQUIRED: (name) =>
    `${name} has not accepted the terms yet. They do that after signing in, on a phone for instance.`,
  HEALTH_CONSENT_REQUIRED: (name) =>
    `${name} has not agreed that we hold health details. They do that after signing in, under My Profile.`,
  SCREENING_REQUIRED: (name) =>
    `${name} has not answered the health questions yet. They do that after signing in, on a phone for instance.`,
  SCREENING_EXPIRED: (name) =>
    `The health answers of ${name} are over a year old. They answer them again after signing in.`,
  SCREENING_NOT_CLEARED: (name) =>
    `One of the health answers of ${name} needs a talk first. Programme delivery records a clearance under Users; until then they can be put into the assistance queue.`,
  GUARDIAN_REQUIRED: (name) =>
    `${name} is under 18: a parent or guardian confirms first, with the link in their mail.`,
  DATE_OF_BIRTH_REQUIRED: (name) => `The date of birth of ${name} is missing. Add it under Users first.`,
}

/** Refusals of a time, and of a second booking. */
const WHY_NOT_THEN: Readonly<Record<string, string>> = {
  SLOT_FULL: 'Someone just took the last place at that time. Pick another time.',
  RETEST_TOO_SOON: 'It is too soon after their last test. Pick a later day.',
  BOOKING_OPEN_EXISTS: 'They have been booked in the meantime. Look them up again.',
}

export const refusalText = ({ errorCode, errorMessage }: RuleRefusal, firstName: string): string =>
  WHY[errorCode]?.(firstName || NAMELESS) ?? errorMessage

/** Why somebody was not booked. The usual sentences speak to the athlete. */
export const notBookedText = (error: ApiFailure, firstName: string): string =>
  WHY[error.errorCode]?.(firstName || NAMELESS) ?? WHY_NOT_THEN[error.errorCode] ?? errorSentence(error)

/** Why an open booking was not moved, or a request for assistance not confirmed. */
export const notPlacedText = (error: ApiFailure, firstName: string): string =>
  error.errorCode === 'SCREENING_NOT_CLEARED'
    ? `One of the health answers of ${firstName || NAMELESS} needs a talk first. Record a clearance under Users, then try again.`
    : notBookedText(error, firstName)

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
        atDesk ? 'Ask programme delivery to close it.' : 'Mark it as “Did not test” first, then book another.'
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
