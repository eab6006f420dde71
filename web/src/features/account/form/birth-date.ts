/**
 * A date of birth as typed into three boxes. Text only: the rules decide whether it is a real date and an allowed age.
 */
import { dayMonthYear, isCivilDate } from '../../../academy/civil-date'

export interface DateParts {
  day: string
  month: string
  year: string
}

/** Splits `YYYY-MM-DD`; an incomplete date has empty parts. */
export function splitDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

const digits = (text: string, length: number) => text.replace(/\D/g, '').slice(0, length)

/** Joins the three parts, complete or not; empty if all are. */
export function joinDate({ day, month, year }: DateParts): string {
  const parts = [digits(year, 4), digits(month, 2), digits(day, 2)]
  return parts.every((part) => part === '') ? '' : parts.join('-')
}

/** A year of two digits is the latest possible year of birth: `96` is 1996, `07` is 2007. */
function wholeYear(year: string, thisYear: number): string {
  if (year.length !== 2) return year
  const century = Math.floor(thisYear / 100) - (Number(year) > thisYear % 100 ? 1 : 0)
  return `${century}${year}`
}

/** `2001-2-3` and `01-2-3` as `2001-02-03`; incomplete dates are not changed. */
export function padDate(value: string, thisYear = new Date().getFullYear()): string {
  const { day, month, year: typed } = splitDate(value)
  const year = wholeYear(typed, thisYear)
  if (day === '' || month === '' || year.length !== 4) return value
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** `2001-02-03` as `3 Feb 2001`; anything else as it is. */
export const sayDate = (value: string): string => (isCivilDate(value) ? dayMonthYear(value) : value)

/** Nobody younger takes part, with a guardian or without. */
const YOUNGEST = 16
const ADULT = 18

/** Whether somebody is old enough to take part and under 18; what follows from it the rules decide. */
export function isUnderAge(dateOfBirth: string, today: string): boolean {
  const years = yearsBetween(dateOfBirth, today)
  return years !== null && years >= YOUNGEST && years < ADULT
}

/** Whole years between two `YYYY-MM-DD` dates, or null for an invalid date; a 29 February birthday counts on 1 March. */
export function yearsBetween(birth: string, today: string): number | null {
  const iso = /^(\d{4})-(\d{2}-\d{2})$/
  const from = iso.exec(padDate(birth))
  const to = iso.exec(today)
  if (from?.[1] === undefined || from[2] === undefined || to?.[1] === undefined || to[2] === undefined)
    return null
  const born = new Date(`${from[1]}-${from[2]}T12:00:00Z`)
  if (Number.isNaN(born.getTime()) || born.toISOString().slice(5, 10) !== from[2]) return null
  return Number(to[1]) - Number(from[1]) - (to[2] < from[2] ? 1 : 0)
}
