// Why somebody cannot be booked, in words for staff, and what to do next.
import type { RuleRefusal } from '../bookings/api'

const WHY: Readonly<Record<string, (name: string) => string>> = {
  CONSENT_REQUIRED: (name) =>
    `${name} has not accepted the terms yet. They do that after signing in, on a phone for instance.`,
  HEALTH_CONSENT_REQUIRED: (name) =>
    `${name} has not agreed that we hold health details. They do that after signing in, under My profile.`,
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

export const refusalText = ({ errorCode, errorMessage }: RuleRefusal, firstName: string): string =>
  WHY[errorCode]?.(firstName || 'This athlete') ?? errorMessage
