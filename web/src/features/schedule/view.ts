// Which days are on screen, and how the address says so.
import {
  addDays,
  addMonths,
  isCivilDate,
  lastOfMonth,
  firstOfMonth,
  longDay,
  monthOf,
  monthTitle,
  shortDate,
  shortDay,
  weekdayIndex,
  type CivilDate,
} from '../../academy/civil-date'
import type { AddressQuery } from '../../state/address'

export const SHOWS = ['month', 'week', 'day'] as const
export type Show = (typeof SHOWS)[number]

export interface View {
  show: Show
  /** The day shown, with its month or week. */
  day: CivilDate
}

/** The view of an address; `usual` if the address has none. */
export function viewOf({ show, day }: AddressQuery, today: CivilDate, usual: Show): View {
  return {
    show: SHOWS.find((known) => known === show) ?? usual,
    day: day && isCivilDate(day) ? day : today,
  }
}

export const mondayOf = (date: CivilDate): CivilDate => addDays(date, -weekdayIndex(date))

const daysFrom = (first: CivilDate, count: number): CivilDate[] =>
  Array.from({ length: count }, (_, offset) => addDays(first, offset))

/** The days of a month's whole weeks, which are requested in every view. */
export function monthDays(day: CivilDate): CivilDate[] {
  const month = monthOf(day)
  return daysBetweenBoth(mondayOf(firstOfMonth(month)), addDays(mondayOf(lastOfMonth(month)), 6))
}

/** The columns of the week or the day. */
export const columnsOf = ({ show, day }: View): CivilDate[] =>
  show === 'day' ? [day] : daysFrom(mondayOf(day), 7)

/** The same view one page on or back. */
export function turned({ show, day }: View, by: 1 | -1): View {
  if (show === 'month') return { show, day: addMonths(day, by) }
  return { show, day: addDays(day, show === 'week' ? 7 * by : by) }
}

export function titleOf({ show, day }: View): string {
  if (show === 'month') return monthTitle(monthOf(day))
  if (show === 'day') return `${longDay(day)} ${day.slice(0, 4)}`
  const monday = mondayOf(day)
  const [first, last] = [shortDay(monday), shortDate(addDays(monday, 6))].map((date) => date.slice(4))
  const sameMonth = monthOf(monday) === monthOf(addDays(monday, 6))
  return `${sameMonth ? first?.split(' ')[0] : first} – ${last}`
}

/** The days from one to another, whichever comes first. */
export function daysBetweenBoth(one: CivilDate, other: CivilDate): CivilDate[] {
  const [first, last] = one <= other ? [one, other] : [other, one]
  const days: CivilDate[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) days.push(date)
  return days
}
