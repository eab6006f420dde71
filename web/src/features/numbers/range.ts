// The dates of the figures: a few usual ranges, or custom ones.
import type { Season } from '../../api/types'
import {
  addDays,
  addMonths,
  daysBetween,
  isCivilDate,
  REVERSED,
  type CivilDate,
} from '../../academy/civil-date'
import type { AddressQuery } from '../../state/address'

/** Both dates included. */
export interface Range {
  from: CivilDate
  to: CivilDate
}

export const RANGES = [
  { key: 'month', label: '30 days' },
  { key: 'quarter', label: '90 days' },
  { key: 'season', label: 'This season' },
  { key: 'year', label: '12 months' },
  { key: 'all', label: 'All time' },
  { key: 'ahead', label: 'Next 30 days' },
  { key: 'own', label: 'Dates' },
] as const

type RangeKey = (typeof RANGES)[number]['key']

export interface Chosen extends Range {
  key: RangeKey
  /** The problem with custom dates; the range is then the last 30 days. */
  problem?: string
}

/** The longest range that the server accepts: ten years. */
const DAYS_MAX = 3_660

const dayOf = (stamp: string): CivilDate => stamp.slice(0, 10)

/** What is wrong with two dates as they were typed. */
function problemOf(from: string, to: string): string | undefined {
  if (!isCivilDate(from) || !isCivilDate(to)) return 'Give both dates.'
  if (to < from) return REVERSED
  return daysBetween(from, to) >= DAYS_MAX ? 'Choose ten years at most.' : undefined
}

/** The range that an address names; the last 30 days where it names none. */
export function chosenRange(query: AddressQuery, today: CivilDate, seasons: readonly Season[]): Chosen {
  const key = RANGES.find((range) => range.key === query.range)?.key ?? 'month'
  const until = (from: CivilDate): Chosen => ({ key, from: from < today ? from : today, to: today })
  const begun = seasons.filter(({ start }) => dayOf(start) <= today)
  switch (key) {
    case 'month':
      return until(addDays(today, -29))
    case 'quarter':
      return until(addDays(today, -89))
    case 'season':
      return until(dayOf(begun.at(-1)?.start ?? today))
    case 'year':
      return until(addDays(addMonths(today, -12), 1))
    case 'all':
      return until(dayOf(begun[0]?.start ?? today))
    case 'ahead':
      return { key, from: today, to: addDays(today, 29) }
    case 'own': {
      const { from = '', to = '' } = query
      const problem = problemOf(from, to)
      return problem ? { ...until(addDays(today, -29)), problem } : { key, from, to }
    }
  }
}
