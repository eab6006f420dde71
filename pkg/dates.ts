// Dates as text and as day numbers; London's date and time.
import { londonText } from './generated/sixfold_wasm.js'

const DAY_MS = 86_400_000

/** Days since 1970 of a date that the product itself wrote; NaN for a text that is no date. */
export function dayNumber(date: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) / DAY_MS : Number.NaN
}

/** The date of a number of days since 1970. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The date some days later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days)
}

/** London's date and time at an instant; throws RangeError outside the years 1 to 9999. */
export function londonNow(nowMs: number): { date: string; time: string } {
  const [date, time] = (londonText(nowMs) ?? '').split(' ')
  if (!date || !time) throw new RangeError(`not an instant: ${nowMs}`)
  return { date, time }
}
