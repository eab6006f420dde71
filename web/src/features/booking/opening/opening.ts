// The countdown to an opening, in words (RULES 3.12). Whether a day can be booked is decided by the rules.
import {
  firstOfMonth,
  lastOfMonth,
  longDay,
  monthOf,
  monthTitle,
  shortDay,
  type CivilDate,
} from '../../../academy/civil-date'
import { londonDate, londonTime } from '../../../academy/london'
import type { Opening } from '../../../academy/openings'

/** The draw starts this long before its opening. Everybody on the page by the opening takes part. */
const DRAW_MS = 15 * 60_000

const instant = (opening: Opening): number => Date.parse(opening.opensAt)

/** The next one to open. */
export function nextOpening(openings: readonly Opening[], nowMs: number): Opening | null {
  const coming = openings.filter((opening) => instant(opening) > nowMs)
  return coming.sort((a, b) => instant(a) - instant(b))[0] ?? null
}

/** The last date of the openings still to come. */
export function lastComing(openings: readonly Opening[], nowMs: number): CivilDate | null {
  const coming = openings.filter((opening) => instant(opening) > nowMs).map(({ to }) => to)
  return coming.sort().at(-1) ?? null
}

/** For the cell of a day: the day on which it opens, or the time if that is today. */
export const opensShort = ({ opensAt }: Opening, today: CivilDate): string =>
  londonDate(opensAt) === today ? londonTime(opensAt) : shortDay(londonDate(opensAt)).slice(4)

/** `December 2026` for a whole month, otherwise the first and the last day. */
export function runText({ from, to }: Opening): string {
  const month = monthOf(from)
  if (from === firstOfMonth(month) && to === lastOfMonth(month)) return monthTitle(month)
  return from === to ? longDay(from) : `${shortDay(from)} to ${shortDay(to)}`
}

/** Whether the draw before this opening is on. */
export const isDrawOf = (opening: Opening, nowMs: number): boolean => {
  const left = instant(opening) - nowMs
  return left > 0 && left <= DRAW_MS
}

/** A number and its unit. */
export type Figure = readonly [figure: string, unit: string]

const two = (number: number): string => String(number).padStart(2, '0')
const counted = (number: number, unit: string): Figure => [String(number), number === 1 ? unit : `${unit}s`]

/** Days and hours, hours and minutes, or in the last hour minutes and seconds. */
export function timeLeft(opening: Opening, nowMs: number): readonly Figure[] {
  const seconds = Math.max(0, Math.ceil((instant(opening) - nowMs) / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return [counted(days, 'day'), counted(hours % 24, 'hour')]
  if (hours > 0) return [counted(hours, 'hour'), counted(minutes % 60, 'minute')]
  return [[`${two(minutes)}:${two(seconds % 60)}`, 'to go']]
}

const ANNOUNCED_MINUTES = [60, 30, 15, 10, 5, 4, 3, 2, 1]

/** The announcement for screen readers. It changes at these minutes only, so that it is not read out every second. */
export function saidLeft(opening: Opening, nowMs: number): string {
  const left = (instant(opening) - nowMs) / 60_000
  if (left <= 0) return `Booking for ${runText(opening)} is open.`
  const reached = ANNOUNCED_MINUTES.filter((minute) => left <= minute).at(-1)
  if (reached === undefined) return ''
  return `Booking opens in ${reached} ${reached === 1 ? 'minute' : 'minutes'}.`
}
