// Where dates and points are in a chart: plain arithmetic, so that the page needs no library for charts.
import { addDays, daysBetween } from '../../../academy/civil-date'

/** Days shown before the first visit and after the last one, as a share of the days between. */
const ROOM = 0.06
/** The least number of days that a chart spans, also around a single visit. */
const LEAST_DAYS = 60

export interface TimeScale {
  from: string
  to: string
  xOf: (date: string) => number
}

/** Dates over a width: the first and the last one have some room beside them. */
export function timeScale(dates: readonly string[], width: number): TimeScale {
  const sorted = dates.toSorted()
  const [first, last] = [sorted[0] ?? '2026-01-01', sorted.at(-1) ?? '2026-01-01']
  const days = daysBetween(first, last)
  const room = Math.max(Math.ceil(days * ROOM), Math.ceil((LEAST_DAYS - days) / 2), 4)
  const from = addDays(first, -room)
  const to = addDays(last, room)
  const whole = daysBetween(from, to)
  return { from, to, xOf: (date) => (daysBetween(from, date) / whole) * width }
}

/** Points over a height, the most on top. */
export const scoreScale =
  ([low, high]: readonly [number, number], height: number) =>
  (score: number) =>
    height - ((score - low) / (high - low)) * height

/** The lines of the grid: every ten points, every twenty where there are many. */
export function gridOf([low, high]: readonly [number, number]): number[] {
  const step = high - low > 50 ? 20 : 10
  const first = Math.ceil(low / step) * step
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step)
}
