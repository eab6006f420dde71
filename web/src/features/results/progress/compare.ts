// What the hexagon compares a visit with: another visit, the median of the season's field, or that of its top 15.
import { dayMonthYear } from '../../../academy/civil-date'
import type { SeasonField, Visit } from '../../../api/types'
import { isTestType, type TestType } from '../../../components/art/test-types'
import { measureText } from '../../../academy/measure'

/** Six points, and what was measured for them where somebody measured it. */
export interface SixPoints {
  label: string
  score: number
  scores: Partial<Record<TestType, number>>
  marks: Partial<Record<TestType, string>>
}

export const MEDIAN = 'median'
export const TOP = 'top'

export function sixOfVisit(visit: Visit): SixPoints {
  const six: SixPoints = {
    label: dayMonthYear(visit.eventTestDate),
    score: visit.score,
    scores: {},
    marks: {},
  }
  for (const { TestType: type, score, mark, unit } of visit.tests) {
    if (!isTestType(type)) continue
    six.scores[type] = score
    if (mark !== null) six.marks[type] = measureText(mark, unit)
  }
  return six
}

function sixOfField(label: string, median: SeasonField['median']): SixPoints | null {
  if (!median) return null
  const six: SixPoints = { label, score: median.score, scores: {}, marks: {} }
  for (const { TestType: type, score } of median.tests) if (isTestType(type)) six.scores[type] = score
  return six
}

/** What a visit can be compared with: the visits before and after it, newest first, and the field if there is enough of one. */
export function comparisons(visits: readonly Visit[], now: Visit, field: SeasonField | null) {
  const others = visits.filter((visit) => visit !== now).toReversed()
  const season = field ? ` of season ${field.season}` : ''
  return [
    ...others.map((visit) => ({ value: visit.eventBookingId, label: dayMonthYear(visit.eventTestDate) })),
    ...(field?.median ? [{ value: MEDIAN, label: `Median${season}` }] : []),
    ...(field?.top ? [{ value: TOP, label: `Top 15${season}` }] : []),
  ]
}

/** The points behind a choice; null where the field has none. */
export function sixOf(choice: string, visits: readonly Visit[], field: SeasonField | null): SixPoints | null {
  if (choice === MEDIAN) return sixOfField(`Median of season ${field?.season ?? ''}`, field?.median ?? null)
  if (choice === TOP) return sixOfField(`Top 15 of season ${field?.season ?? ''}`, field?.top ?? null)
  const visit = visits.find(({ eventBookingId }) => eventBookingId === choice)
  return visit ? sixOfVisit(visit) : null
}

/** What a visit is compared with at first: the first visit of all, or the one after it; alone, the median. */
export function firstChoice(visits: readonly Visit[], now: Visit): string {
  const other = visits.find((visit) => visit !== now)
  return other ? other.eventBookingId : MEDIAN
}
