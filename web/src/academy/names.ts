/** What statuses, visits, roles, genders and people are called. */
import type { RoleId } from '../api/types'
import { GENDERS, STATUSES } from './choices'

/** What each status of a booking is called. */
export const STATUS_NAME = Object.fromEntries(STATUSES.map(({ value, label }) => [value, label])) as Readonly<
  Record<(typeof STATUSES)[number]['value'], string>
>

/** A booking's type as its athlete and the office read it. */
export const TYPE_NAME = { test: 'Test', retest: 'Retest' } as const

/** A booking's type as coaches and the desk read it; a coach learns it once the athlete has accepted them. */
export const VISIT_NAME = { test: 'First test', retest: 'Retest', '': '–' } as const

export const ROLE_NAME: Readonly<Record<RoleId, string>> = {
  1: 'Athlete',
  2: 'In-store',
  3: 'Programme delivery',
  4: 'Coach',
}

export const genderName = (gender: string | null): string =>
  GENDERS.find(({ value }) => value === gender)?.label ?? 'Not said'

/** First and last name; empty where neither is known. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()
