/** What has to be settled before a booking, and the page for it. */

import type { BookingEligibility } from '../../api/types'
import { paths } from '../../paths'
import type { BookingEntry } from './entry'
import { callToMoveText } from './words'

export interface NextStep {
  title: string
  /** What comes first, where there is no room for more. */
  first: string
  href: string
  link: string
}

const QUESTIONS = {
  title: 'A few questions first',
  first: 'Answer the health questions first.',
  href: paths.register(),
  link: 'Answer the health questions',
}

/** By the error code of the booking call. */
export const NEXT_STEPS: Readonly<Record<string, NextStep | undefined>> = {
  BOOKING_OPEN_EXISTS: {
    title: 'You have a booking',
    first: 'You have a booking already.',
    href: paths.myTests(),
    link: 'Go to My tests',
  },
  DATE_OF_BIRTH_REQUIRED: QUESTIONS,
  CONSENT_REQUIRED: QUESTIONS,
  SCREENING_REQUIRED: QUESTIONS,
  SCREENING_EXPIRED: QUESTIONS,
  HEALTH_CONSENT_REQUIRED: {
    title: 'Your consent first',
    first: 'You have to agree to how we use your health data first.',
    href: `${paths.myProfile()}#health`,
    link: 'Go to Health and consent',
  },
  GUARDIAN_REQUIRED: {
    title: 'Waiting for your parent or guardian',
    first: 'Your parent or guardian has to agree first.',
    href: `${paths.myProfile()}#health`,
    link: 'See our e-mail to them',
  },
}

/** Something to settle before booking, as shown at the top of a page. */
export interface Obstacle {
  code: string
  message: string
  nextStep: NextStep | undefined
}

/**
 * What to settle before booking, one for each page: the questions of sign-up settle age, consents and screening at
 * once. Answers that need a check are not included: for those one requests an assistance booking.
 */
export function obstacles(eligibility: BookingEligibility | undefined): Obstacle[] {
  if (eligibility?.mode !== 'blocked') return []
  const { refusals } = eligibility
  const asked = refusals.some(({ code }) => NEXT_STEPS[code] === QUESTIONS)
  const found: Obstacle[] = []
  for (const { code, message } of refusals) {
    if (code === 'SCREENING_NOT_CLEARED') continue
    const nextStep = asked && code === 'HEALTH_CONSENT_REQUIRED' ? QUESTIONS : NEXT_STEPS[code]
    if (nextStep !== undefined && found.some((one) => one.nextStep === nextStep)) continue
    found.push({ code, message, nextStep })
  }
  return found
}

/**
 * How a booking is moved whose athlete's answers need a check since it was made (RULES 6.4); null if they can move it
 * themselves, as they can a request for help.
 */
export const callToMove = (
  eligibility: BookingEligibility | undefined,
  open: BookingEntry | null,
): string | null =>
  eligibility?.mode === 'assistance' && open?.eventTestStatus === 'booked' ? callToMoveText(open) : null

/**
 * What to settle before a place of a waiting list can be taken; null if there is nothing, or it is not known. While answers
 * need a check, the place can only be taken by moving a request for help.
 */
export function offerObstacle(
  eligibility: BookingEligibility | undefined,
  open: BookingEntry | null,
): Obstacle | null {
  if (eligibility?.mode === 'assistance' && open?.eventTestStatus !== 'assistance') {
    const [refusal] = eligibility.refusals
    return refusal ? { code: refusal.code, message: refusal.message, nextStep: undefined } : null
  }
  return obstacles(eligibility)[0] ?? null
}
