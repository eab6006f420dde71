import { STATUSES } from './choices'

/** What each status of a booking is called. */
export const STATUS_NAME = Object.fromEntries(STATUSES.map(({ value, label }) => [value, label])) as Readonly<
  Record<(typeof STATUSES)[number]['value'], string>
>

/** What somebody comes for; a coach is told once the athlete has accepted them. */
export const VISIT_NAME = {
  test: 'First test',
  retest: 'Retest',
  '': '–',
} as const
