/** The calls of alerts (RULES 5.4), and how an alert reads. */

import { queryOptions } from '@tanstack/react-query'
import type { Wanted } from '@sixfold/domain'
import { dayMonthYear, weekdayIndex, weekdayNames, type CivilDate } from '../../../academy/civil-date'
import { api } from '../../../api/client/client'
import type { Narrow, Request } from '../../../api/contract'
import { queryKeys } from '../../../api/queries'
import { partOfDay } from '../calendar/day-view'
import type { BookingEntry } from '../entry'

export type TimeAlert = Narrow<'TimeAlert', { days: Wanted['days'][number][]; part: Wanted['part'] }>
export type Part = Wanted['part']

/** The most alerts at a time, and how many days ahead one may end (RULES 5.4). */
export const ALERTS_MAX = 5
export const UNTIL_DAYS_MAX = 180

const ALERTS_KEY = [...queryKeys.mine, 'alerts'] as const

const fetchAlerts = (signal?: AbortSignal): Promise<TimeAlert[]> => api.get('event/alerts', { signal })

export const alertsQuery = () =>
  queryOptions({ queryKey: ALERTS_KEY, queryFn: ({ signal }) => fetchAlerts(signal), staleTime: 60_000 })

export const addAlert = (wanted: Request<'AlertBody'>, idempotencyKey: string) =>
  api.post('event/alerts', wanted, { idempotencyKey })

export const removeAlert = (alertId: string, idempotencyKey: string) =>
  api.delete('event/alerts/{alertId}', undefined, { path: { alertId }, idempotencyKey })

/** The choices of a part of the day. */
export const PARTS: readonly { value: Part; label: string }[] = [
  { value: 'ANY', label: 'Any time' },
  { value: 'MORNING', label: 'Morning' },
  { value: 'AFTERNOON', label: 'Afternoon' },
  { value: 'EVENING', label: 'Evening' },
]

/** Whether their booking is at a time that they would take: while it is, nothing comes (RULES 5.5). */
export function hasAlready(booking: BookingEntry | null, { days, part, until }: Wanted): boolean {
  const [date, time] = [booking?.eventTestDate, booking?.eventTestTime]
  if (!date || !time || date > until) return false
  const weekday = weekdayNames[weekdayIndex(date)]?.toUpperCase()
  return days.some((day) => day === weekday) && (part === 'ANY' || part === partOfDay(time).toUpperCase())
}

const IN_PART: Record<Part, string> = {
  ANY: '',
  MORNING: ', in the morning',
  AFTERNOON: ', in the afternoon',
  EVENING: ', in the evening',
}

/** `Saturday or Sunday`. */
export function daysText(days: Wanted['days']): string {
  if (days.length === 7) return 'Any day'
  const names = weekdayNames.filter((name) => days.some((day) => day === name.toUpperCase()))
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}

/** `Saturday or Sunday, in the morning, until 31 Jan 2027`. */
export const alertText = ({ days, part, until }: { days: Wanted['days']; part: Part; until: CivilDate }) =>
  `${daysText(days)}${IN_PART[part]}, until ${dayMonthYear(until)}`
