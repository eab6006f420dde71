// The filters of the list, in the address and in the request.
import type { BookingStatus } from '../../../api/types'
import { addDays, isCivilDate, shortDate, type CivilDate } from '../../../academy/civil-date'
import type { AddressQuery } from '../../../state/address'
import { STATUS_NAME } from '../../../academy/names'

/**
 * The filters of bookings. Both days are included; without days the server takes the next thirty, for one athlete or
 * team every day, and for the top 15 the season. Without a status, all but cancelled and declined ones.
 */
export interface BookingFilters {
  from?: string
  to?: string
  search?: string
  status?: BookingStatus
  /** All, those without a team, or those of one team by its id. */
  team?: boolean | string
  assistance?: boolean
  /** Of athletes whose finals are in the top 15 of a season: of this one, or else of the season shown today. */
  top15?: true
  season?: number
  uaid?: string
}

/** How far the list looks ahead by default: as far as the booking window. */
const AHEAD_DAYS = 30

/** The names of the filters in the address; without any, the list is as it opens. */
const FILTERS = ['from', 'to', 'search', 'status', 'team', 'assistance', 'top15', 'uaid'] as const

export const NO_FILTERS: AddressQuery = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

const isStatus = (word: string | undefined): word is BookingStatus =>
  word !== undefined && word in STATUS_NAME

/** Removes the dates from the address: the other filters then decide which dates apply. */
export const EVERY_DAY: AddressQuery = { from: undefined, to: undefined }

/** The dates of an address; if it has only one of the two, the other is the nearest that makes sense. */
export function days(query: AddressQuery, today: CivilDate): Pick<BookingFilters, 'from' | 'to'> {
  const read = (text: string | undefined) => (text && isCivilDate(text) ? text : undefined)
  const from = read(query.from)
  const to = read(query.to)
  if (from === undefined && to === undefined) return {}
  return {
    from: from ?? (to !== undefined && to < today ? to : today),
    to: to ?? addDays(from !== undefined && from > today ? from : today, AHEAD_DAYS),
  }
}

/** The filters in an address; invalid ones are ignored. */
export function readFilters(query: AddressQuery, today: CivilDate): BookingFilters {
  const { search, status, team, assistance, top15, uaid } = query
  return {
    ...days(query, today),
    ...(search?.trim() && { search: search.trim() }),
    ...(isStatus(status) && { status }),
    ...(team && { team: team === 'any' ? true : team === 'none' ? false : team }),
    ...(assistance && { assistance: assistance === 'yes' }),
    ...(top15 === 'true' && { top15: true as const }),
    ...(top15 && /^[1-9]\d{0,3}$/.test(top15) && { top15: true as const, season: Number(top15) }),
    ...(uaid && /^\d{1,20}$/.test(uaid) && { uaid }),
  }
}

/** Whether the last day is before the first: then nothing is requested. */
export const isReversed = ({ from, to }: BookingFilters): boolean =>
  from !== undefined && to !== undefined && from > to

const ofAllTime = ({ uaid, team }: BookingFilters): boolean => uaid !== undefined || typeof team === 'string'

/** The days as their fields show them: empty where the server takes every day or the season. */
export function daysShown(wish: BookingFilters, today: CivilDate): { from: string; to: string } {
  if (wish.from && wish.to) return { from: wish.from, to: wish.to }
  if (wish.top15 || ofAllTime(wish)) return { from: '', to: '' }
  return { from: today, to: addDays(today, AHEAD_DAYS) }
}

/** The same in words. */
export function daysText(wish: BookingFilters, today: CivilDate): string {
  const { from, to } = daysShown(wish, today)
  if (!from && wish.season !== undefined) return `in season ${wish.season}`
  if (!from) return wish.top15 ? 'this season' : 'on every day'
  return from === to ? `on ${shortDate(from)}` : `from ${shortDate(from)} to ${shortDate(to)}`
}

/** How many filters are set besides the dates and the search. */
export const narrowedBy = ({ status, team, assistance, top15, uaid }: BookingFilters): number =>
  [status, team, assistance, top15, uaid].filter((value) => value !== undefined).length

export interface Span {
  label: string
  from: CivilDate
  to: CivilDate
}

/** The ranges of dates that staff need most. */
export const spans = (today: CivilDate): readonly Span[] => [
  { label: 'Today', from: today, to: today },
  { label: 'Next 7 days', from: today, to: addDays(today, 6) },
  { label: 'Next 30 days', from: today, to: addDays(today, AHEAD_DAYS) },
  { label: 'Last 30 days', from: addDays(today, -30), to: today },
]
