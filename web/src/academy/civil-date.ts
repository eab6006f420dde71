/**
 * Calendar arithmetic on civil dates (`YYYY-MM-DD`) and how they are written in en-gb. It knows the calendar, not the
 * rules: whether a date can be booked is decided by the domain.
 */

/** `YYYY-MM-DD`. */
export type CivilDate = string
/** `YYYY-MM`. */
export type CivilMonth = string

const DAY_MS = 86_400_000
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const toUtc = (date: CivilDate): number => Date.parse(`${date}T00:00:00Z`)
const fromUtc = (millis: number): CivilDate => new Date(millis).toISOString().slice(0, 10)
const pad = (value: number): string => String(value).padStart(2, '0')

/** True for a real calendar date written as `YYYY-MM-DD`. */
export function isCivilDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toUtc(text)) && fromUtc(toUtc(text)) === text
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return fromUtc(toUtc(date) + days * DAY_MS)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY_MS)
}

export function monthOf(date: CivilDate): CivilMonth {
  return date.slice(0, 7)
}

export function firstOfMonth(month: CivilMonth): CivilDate {
  return `${month}-01`
}

export function lastOfMonth(month: CivilMonth): CivilDate {
  return addDays(firstOfMonth(nextMonth(month, 1)), -1)
}

/** The month `by` months later (earlier when negative). */
export function nextMonth(month: CivilMonth, by: number): CivilMonth {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${pad((index % 12) + 1)}`
}

/** The same day `by` months later, or that month's last day when it is shorter. */
export function addMonths(date: CivilDate, by: number): CivilDate {
  const month = nextMonth(monthOf(date), by)
  const last = Number(lastOfMonth(month).slice(8))
  return `${month}-${pad(Math.min(Number(date.slice(8)), last))}`
}

/** Monday is 0, Sunday is 6. */
export function weekdayIndex(date: CivilDate): number {
  return (new Date(toUtc(date)).getUTCDay() + 6) % 7
}

export function clampDate(date: CivilDate, first: CivilDate, last: CivilDate): CivilDate {
  if (date < first) return first
  return date > last ? last : date
}

export const weekdayNames: readonly string[] = WEEKDAYS

const monthName = (date: string): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? ''
const weekdayName = (date: CivilDate): string => WEEKDAYS[weekdayIndex(date)] ?? ''

/** `November 2026`. */
export function monthTitle(month: CivilMonth): string {
  return `${monthName(month)} ${month.slice(0, 4)}`
}

const day = (date: CivilDate): string => String(Number(date.slice(8)))

/** `21 Nov`. */
export const dayMonth = (date: CivilDate): string => `${day(date)} ${monthName(date).slice(0, 3)}`

/** `21 Nov 2026`. */
export const dayMonthYear = (date: CivilDate): string => `${dayMonth(date)} ${date.slice(0, 4)}`

/** `21 November 2026`. */
export const dayFullMonthYear = (date: CivilDate): string => `${day(date)} ${monthTitle(monthOf(date))}`

/** `Sat 21 Nov`, where the year is obvious. */
export const shortDay = (date: CivilDate): string => `${weekdayName(date).slice(0, 3)} ${dayMonth(date)}`

/** `Sat 21 Nov 2026`, the product's way to write a date. */
export const shortDate = (date: CivilDate): string => `${shortDay(date)} ${date.slice(0, 4)}`

/** `Saturday 21 November`, for headings and for screen readers. */
export const longDay = (date: CivilDate): string => `${weekdayName(date)} ${day(date)} ${monthName(date)}`

/** `Saturday 21 November 2026`. */
export const longDate = (date: CivilDate): string => `${longDay(date)} ${date.slice(0, 4)}`

/** `Sat 21 Nov 2026, 14:15`; the date alone when there is no time. */
export function dateAndTime(
  date: CivilDate,
  time: string | null | undefined,
  dateText: (date: CivilDate) => string = shortDate,
): string {
  return time ? `${dateText(date)}, ${time}` : dateText(date)
}

/** What is wrong with two days in the wrong order. */
export const REVERSED = 'The last day is before the first.'
