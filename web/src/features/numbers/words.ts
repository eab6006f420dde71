// Dates and counts as text, beside charts.
import { dayMonth, dayMonthYear, monthOf, monthTitle, shortDay, weekdayNames } from '../../academy/civil-date'
import type { Step, StepRow } from './api'

const SHARE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** `12.5%`; a dash if the whole is zero. */
export const percent = (value: number | null): string => (value === null ? '–' : `${SHARE.format(value)}%`)

export const shareOf = (part: number, whole: number): number | null =>
  whole > 0 ? (part / whole) * 100 : null

/** A step by name: `Thu 5 Mar`, `2 to 8 Mar 2026`, `30 Mar to 5 Apr 2026`, `March 2026`. Days are too few to need their year. */
export function stepTitle({ date, until }: StepRow, step: Step): string {
  if (step === 'day') return shortDay(date)
  if (step === 'month') return monthTitle(monthOf(date))
  const last = `${dayMonth(until)} ${until.slice(0, 4)}`
  if (date === until) return last
  return `${monthOf(date) === monthOf(until) ? Number(date.slice(8)) : dayMonth(date)} to ${last}`
}

/** A step below its column: `5 Mar`, or `Mar 26` for a month. */
const stepTick = ({ date }: StepRow, step: Step): string =>
  step === 'month' ? `${monthTitle(monthOf(date)).slice(0, 3)} ${date.slice(2, 4)}` : dayMonth(date)

/** The names of a chart's steps, in full and below their columns. */
export const stepNames = (rows: readonly StepRow[], step: Step) => ({
  ticks: rows.map((row) => stepTick(row, step)),
  titles: rows.map((row) => stepTitle(row, step)),
})

export const sumOf = <R>(rows: readonly R[], of: (row: R) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

export const STEP_NAMES: Record<Step, string> = { day: 'Day', week: 'Week', month: 'Month' }

/** The width of a band of a distribution, in points. */
const PART = 5

/** The points that one of several equal bands covers: `15 to 19.99`, and the last with the full hundred. */
export const partTitle = (part: number, parts: number): string =>
  `${part * PART} to ${part === parts - 1 ? 100 : `${part * PART + PART - 1}.99`}`

/** Where a band begins: `15`. */
export const partTick = (part: number): string => String(part * PART)

/** `Mon` for 1. */
export const weekdayShort = (weekday: number): string => (weekdayNames[weekday - 1] ?? '').slice(0, 3)

/** `10:00`. */
export const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** From which day on numbers are kept. */
export const keptWords = (keptFrom: string): string =>
  `These numbers begin on ${dayMonthYear(keptFrom)}: those of earlier days are deleted.`
