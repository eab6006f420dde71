/** What has to be settled before a booking, and the page for it. */

import type { BookingEligibility } from '../../api/types'
import { paths } from '../../paths'

export interface WayOn {
  title: string
  href: string
  link: string
}

const QUESTIONS = {
  title: 'A few questions first',
  href: paths.register(),
  link: 'Answer the health questions',
}

/** By the error code of the booking call. */
export const WAYS_ON: Readonly<Record<string, WayOn | undefined>> = {
  BOOKING_OPEN_EXISTS: { title: 'You have a booking', href: paths.myTests(), link: 'Go to My tests' },
  DATE_OF_BIRTH_REQUIRED: QUESTIONS,
  CONSENT_REQUIRED: QUESTIONS,
  SCREENING_REQUIRED: QUESTIONS,
  SCREENING_EXPIRED: QUESTIONS,
  HEALTH_CONSENT_REQUIRED: {
    title: 'Your consent first',
    href: `${paths.myProfile()}#health`,
    link: 'Go to Health and consent',
  },
  GUARDIAN_REQUIRED: {
    title: 'Waiting for your parent or guardian',
    href: `${paths.myProfile()}#health`,
    link: 'See our e-mail to them',
  },
}

/** Something to settle before booking, as shown at the top of a page. */
export interface Obstacle {
  code: string
  message: string
  way: WayOn | undefined
}

/**
 * What to settle before booking, one for each page: the questions of sign-up settle age, consents and screening at
 * once. Answers that need a check are not included: for those one requests an assistance booking.
 */
export function obstacles(eligibility: BookingEligibility | undefined): Obstacle[] {
  if (eligibility?.mode !== 'blocked') return []
  const { refusals } = eligibility
  const asked = refusals.some(({ code }) => WAYS_ON[code] === QUESTIONS)
  const found: Obstacle[] = []
  for (const { code, message } of refusals) {
    if (code === 'SCREENING_NOT_CLEARED') continue
    const way = asked && code === 'HEALTH_CONSENT_REQUIRED' ? QUESTIONS : WAYS_ON[code]
    if (way !== undefined && found.some((one) => one.way === way)) continue
    found.push({ code, message, way })
  }
  return found
}
