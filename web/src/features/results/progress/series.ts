// The visits as lines of a chart. Decides nothing: personal bests and gains come from the server.
import { dayMonthYear } from '../../../academy/civil-date'
import { counted, points } from '../../../academy/numbers'
import type { OwnProgress, Visit } from '../../../api/types'
import { TEST_TYPES, type TestType } from '../../../components/art/test-types'
import { measureText } from '../../../academy/measure'
import { changeOf } from '../outcome'

/** What is drawn: the final score, or one of the six tests. */
export type SeriesKey = 'Final' | TestType

export const SERIES: readonly SeriesKey[] = ['Final', ...TEST_TYPES]

/** One visit on a line. */
export interface Point {
  visit: string
  date: string
  season: number | null
  score: number
  /** `7.82 s`; null for a final, and where nothing was measured. */
  mark: string | null
  /** Points gained on the visit before; null for the first. */
  gain: number | null
  best: boolean
}

export const nameOfSeries = (key: SeriesKey): string => (key === 'Final' ? 'Final score' : key)

/** The line of a series, oldest first; a visit without that test is left out. */
export function seriesOf(visits: readonly Visit[], key: SeriesKey): Point[] {
  return visits.flatMap((visit) => {
    const at = { visit: visit.eventBookingId, date: visit.eventTestDate, season: visit.season }
    if (key === 'Final')
      return [{ ...at, score: visit.score, mark: null, gain: visit.gain, best: visit.best }]
    const test = visit.tests.find(({ TestType: type }) => type === key)
    if (!test) return []
    const mark = test.mark === null ? null : measureText(test.mark, test.unit)
    return [{ ...at, score: test.score, mark, gain: test.gain, best: test.best }]
  })
}

/** `+2.30`, `−1.05`, `As before`; null for a first visit. */
export const gainText = (gain: number | null) => (gain === null ? null : changeOf(gain, { score: 0 }))

/** A line in a sentence, for who does not see it. */
export function lineText(line: readonly Point[], key: SeriesKey): string {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last) return `${nameOfSeries(key)}: no visit yet.`
  const best = line.find((point) => point.best)
  const from = `${points(first.score)} on ${dayMonthYear(first.date)}`
  const to = line.length > 1 ? ` to ${points(last.score)} on ${dayMonthYear(last.date)}` : ''
  const record = best && line.length > 1 ? ` Personal best ${points(best.score)}.` : ''
  return `${nameOfSeries(key)} over ${counted(line.length, 'visit')}: ${from}${to}.${record} The table holds the numbers.`
}

/** Points from one visit to another, those of a whole journey. */
export function wayOf(line: readonly Point[]): number | null {
  const [first, last] = [line[0], line.at(-1)]
  return first && last && line.length > 1 ? last.score - first.score : null
}

/** The ends of the vertical axis: whole tens around the line, at least twenty apart, never beyond the scale. */
export function rangeOf(line: readonly Pick<Point, 'score'>[]): [number, number] {
  const scores = line.map(({ score }) => score)
  let low = Math.max(0, Math.floor(Math.min(100, ...scores) / 10 - 0.3) * 10)
  let high = Math.min(100, Math.ceil(Math.max(0, ...scores) / 10 + 0.3) * 10)
  if (high - low < 20) {
    low = Math.max(0, low - 10)
    high = Math.min(100, Math.max(high, low + 20))
  }
  return [low, high]
}

/** `Season 12`, or where the visit counts in none. */
export const seasonText = (season: number | null): string =>
  season === null ? 'Outside a season' : `Season ${season}`

/** The visits of a line by season, newest first. */
export function bySeason(line: readonly Point[]): { season: number | null; points: Point[] }[] {
  const groups: { season: number | null; points: Point[] }[] = []
  for (const point of line.toReversed()) {
    const last = groups.at(-1)
    if (last && last.season === point.season) last.points.push(point)
    else groups.push({ season: point.season, points: [point] })
  }
  return groups
}

export type SeasonSpan = OwnProgress['seasons'][number]
