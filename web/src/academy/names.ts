/** The words for statuses, visits, roles, genders and people. */
import type { BookingStatus, RoleId } from '../api/types'
import { GENDERS, STATUSES } from './choices'

export const STATUS_NAME = Object.fromEntries(STATUSES.map(({ value, label }) => [value, label])) as Readonly<
  Record<(typeof STATUSES)[number]['value'], string>
>

/** In place of the status of a visit whose score was removed, which is that of one that was not tested. */
export const SCORE_REMOVED = 'Score removed'

/**
 * The status of a booking for staff. Only roles 2 and 3 are told whether a score was removed; for coaches such a visit, one that
 * was not finished and one that was missed are the same.
 */
export const statusName = (status: BookingStatus, scoreRemoved?: boolean | null): string => {
  if (status !== 'dnt') return STATUS_NAME[status]
  if (typeof scoreRemoved !== 'boolean') return 'No result'
  return scoreRemoved ? SCORE_REMOVED : STATUS_NAME.dnt
}

/** A booking's type for its athlete and the office. */
export const TYPE_NAME = { test: 'Test', retest: 'Retest' } as const

/** A booking's type for coaches and the desk; a coach sees it once the athlete has accepted them. */
export const VISIT_NAME = { test: 'First test', retest: 'Retest', '': '–' } as const

export const ROLE_NAME: Readonly<Record<RoleId, string>> = {
  1: 'Athlete',
  2: 'In-store',
  3: 'Programme delivery',
  4: 'Coach',
}

export const genderName = (gender: string | null): string =>
  GENDERS.find(({ value }) => value === gender)?.label ?? 'Not said'

/** First and last name; empty if neither is known. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()
