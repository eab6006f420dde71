// Which seasons can be shown, and their labels. The server decides which one is running.
import type { Season } from '../api/types'
import { monthTitle } from './civil-date'

/** The date in London that a season's timestamp begins with. */
export const dateOf = (timestamp: string): string => timestamp.slice(0, 10)

const month = (date: string) => monthTitle(date).slice(0, 3)

/** `Sep–Dec 2026`, `Nov 2026–Feb 2027`. */
export function seasonMonths({ start, end }: Pick<Season, 'start' | 'end'>): string {
  const [from, to] = [dateOf(start), dateOf(end)]
  const [fromYear, toYear] = [from.slice(0, 4), to.slice(0, 4)]
  if (fromYear !== toYear) return `${month(from)} ${fromYear}–${month(to)} ${toYear}`
  return month(from) === month(to) ? `${month(to)} ${toYear}` : `${month(from)}–${month(to)} ${toYear}`
}

/** The seasons that have begun, the newest first; before the first of all, that one. */
export function begunSeasons(seasons: readonly Season[], nowMs: number): Season[] {
  const begun = seasons.filter((season) => Date.parse(season.start) <= nowMs)
  return (begun.length > 0 ? begun : seasons.slice(0, 1)).toReversed()
}

export const isRunning = (season: Season, nowMs: number): boolean =>
  Date.parse(season.start) <= nowMs && nowMs <= Date.parse(season.end)

/** The latest season that is over. */
export const lastOver = (seasons: readonly Season[], nowMs: number): Season | null =>
  seasons.filter((season) => Date.parse(season.end) < nowMs).at(-1) ?? null

/** `Season 12 2026` for the running season, with the present year; a past one is named by its months (RULES 2.5). */
export const seasonName = (season: Season, nowMs: number): string =>
  isRunning(season, nowMs)
    ? `Season ${season.season} ${new Date(nowMs).getUTCFullYear()}`
    : `Season ${season.season} · ${seasonMonths(season)}`

/** The name of the season with this number; its number alone where nothing else is known of it. */
export function nameOfSeason(number: number, seasons: readonly Season[], nowMs: number): string {
  const season = seasons.find((one) => one.season === number)
  return season ? seasonName(season, nowMs) : `Season ${number}`
}
