/**
 * What a refusal says to staff who act for an athlete, and what they can do next: `errors.ts` speaks to the athlete. By code,
 * with the athlete's name where the sentence is about them.
 */
import { errorSentence, type FailureLike } from './error-sentence'

/** An athlete without a name. */
export const NAMELESS = 'This athlete'

/** Why somebody cannot be booked at all. */
const WHY: Readonly<Record<string, (name: string) => string>> = {
  AGE_OUT_OF_RANGE: (name) =>
    `${name} is outside the ages that the programme is open to, by their date of birth.`,
  CONSENT_REQUIRED: (name) =>
    `${name} has not accepted the terms yet. They do that after signing in, on a phone for instance.`,
  HEALTH_CONSENT_REQUIRED: (name) =>
    `${name} has not agreed that we hold health details. They do that after signing in, under My Profile.`,
  SCREENING_REQUIRED: (name) =>
    `${name} has not answered the health questions yet. They do that after signing in, on a phone for instance.`,
  SCREENING_EXPIRED: (name) =>
    `${name} gave their health answers over a year ago. They answer them again after signing in.`,
  SCREENING_NOT_CLEARED: (name) =>
    `${name} gave a health answer that needs a talk first. Programme delivery records a clearance under Users; until then they can be put into the assistance queue.`,
  GUARDIAN_REQUIRED: (name) =>
    `${name} is under 18: a parent or guardian confirms first, with the link in their mail.`,
  DATE_OF_BIRTH_REQUIRED: (name) =>
    `${name} has not given a date of birth yet. They give it after signing in, or programme delivery adds it under Users.`,
}

/** Refusals of a time, and of a second booking. */
const WHY_NOT_THEN: Readonly<Record<string, string>> = {
  SLOT_FULL: 'Someone just took the last place at that time. Pick another time.',
  RETEST_TOO_SOON: 'It is too soon after their last test. Pick a later day.',
  BOOKING_OPEN_EXISTS: 'They have been booked in the meantime. Look them up again.',
}

/** Why an athlete may not be booked; undefined for a code that is not about them. */
export const athleteRefusal = (errorCode: string, name: string): string | undefined =>
  WHY[errorCode]?.(name || NAMELESS)

/** As `errorSentence`, for staff who act for an athlete; without a name it is “This athlete”. */
export const staffSentence = (error: FailureLike, name = ''): string =>
  athleteRefusal(error.errorCode, name) ?? WHY_NOT_THEN[error.errorCode] ?? errorSentence(error)
