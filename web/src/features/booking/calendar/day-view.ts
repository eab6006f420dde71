/** What the calendar and the list of times show, derived from the rules' answers. Words, not decisions. */

import type { Refusal } from '@sixfold/domain'
import { REFUSAL_WORDS } from '../../../academy/slot-words'
import { daysBetween, shortDay, type CivilDate } from '../../../academy/civil-date'
import { weekdayNames, weekdayIndex } from '../../../academy/civil-date'
import { notOpenText, openingOf, type Opening } from '../../../academy/openings'
import { opensShort } from '../opening/opening'

export interface SlotAnswer {
  time: string
  remaining: number
  available: boolean
  reason?: Refusal
}

export interface DayAnswer {
  date: CivilDate
  open: boolean
  reason?: Refusal
  slots: readonly SlotAnswer[]
}

/** How a day looks: open with free seats, open but full, closed (struck through), soon to open, or not bookable. */
type DayLook = 'open' | 'full' | 'closed' | 'soon' | 'none'

export interface DayView {
  date: CivilDate
  look: DayLook
  /** Free seats over all its bookable times. */
  left: number
  /** The share of the day's seats that are free, 0 to 1. */
  share: number
  /** Why it cannot be booked. */
  why: string | null
  /** Whether a mop-up session opens it or adds times to it. */
  extra: boolean
  /** When it opens, in as few letters as its cell has room for. */
  opens?: string | undefined
}

export interface Wording {
  /** The first day on which a retest is possible. */
  retestOpensOn: CivilDate | null
  firstDate: CivilDate | null
  lastDate: CivilDate
  /** The dates of mop-up sessions. */
  extraDates?: readonly CivilDate[]
  /** Runs of dates that open at an instant. */
  openings?: readonly Opening[]
  today?: CivilDate
}

/** Why a whole day cannot be booked, short enough for a cell's name and a panel's first line. */
function dayReason(reason: Refusal, date: CivilDate, wording: Wording): string {
  if (reason === 'DATE_NOT_OPEN') return notOpenText(wording.openings ?? [], date)
  const { day, undated } = REFUSAL_WORDS[reason]
  // The last day may be that of an opening, with days before it that are too far ahead (RULES 3.12).
  const last = wording.lastDate < date ? wording.lastDate : null
  const dates = { first: wording.firstDate, last, retest: wording.retestOpensOn }
  for (const [name, named] of Object.entries(dates)) {
    if (day.includes(`{${name}}`)) return named ? day.replace(`{${name}}`, shortDay(named)) : undated
  }
  const weekday = weekdayNames[weekdayIndex(date)]
  if (!day.includes('{weekday}')) return day
  return weekday ? day.replace('{weekday}', weekday) : undated
}

/** Why a time cannot be booked, shown below it. Nobody is invited to a waiting list that they cannot join. */
export function slotReason(reason: Refusal, date: CivilDate, wording: Wording, mayJoin: boolean): string {
  const time = reason === 'SLOT_FULL' && !mayJoin ? null : REFUSAL_WORDS[reason].time
  return time ?? dayReason(reason, date, wording)
}

export function dayView(day: DayAnswer, capacity: number, wording: Wording): DayView {
  const extra = wording.extraDates?.includes(day.date) ?? false
  const offered = day.slots.filter(({ available, reason }) => available || reason === 'SLOT_FULL')
  const left = offered.reduce((sum, slot) => sum + (slot.available ? slot.remaining : 0), 0)
  const share = offered.length === 0 ? 0 : Math.min(1, left / (offered.length * Math.max(1, capacity)))
  if (day.open) {
    return left > 0
      ? { date: day.date, look: 'open', left, share, why: null, extra }
      : { date: day.date, look: 'full', left: 0, share: 0, why: 'Full', extra }
  }
  const reason = day.reason ?? 'NOT_OFFERED'
  const opening = reason === 'DATE_NOT_OPEN' ? openingOf(wording.openings ?? [], day.date) : null
  return {
    date: day.date,
    // A day that the academy closes is struck through; one without times is not.
    look: opening && day.slots.length > 0 ? 'soon' : REFUSAL_WORDS[reason].struck ? 'closed' : 'none',
    opens: opening ? opensShort(opening, wording.today ?? '') : undefined,
    left: 0,
    share: 0,
    why: dayReason(reason, day.date, wording),
    extra: false,
  }
}

export const placesText = (left: number): string => (left === 1 ? '1 place left' : `${left} places left`)

/** The name of a cell for a screen reader, without the date, which the caller adds. */
export function cellStatus(view: DayView): string {
  const status = view.look === 'open' ? placesText(view.left) : (view.why ?? '')
  return view.extra ? `extra session, ${status}` : status
}

export type PartOfDay = 'Morning' | 'Afternoon' | 'Evening'

/** Morning before noon, evening from five. */
export function partOfDay(time: string): PartOfDay {
  if (time < '12:00') return 'Morning'
  return time < '17:00' ? 'Afternoon' : 'Evening'
}

export function byPartOfDay<Slot extends { time: string }>(
  slots: readonly Slot[],
): { part: PartOfDay; slots: Slot[] }[] {
  return (['Morning', 'Afternoon', 'Evening'] as const)
    .map((part) => ({ part, slots: slots.filter(({ time }) => partOfDay(time) === part) }))
    .filter((group) => group.slots.length > 0)
}

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

export interface Alternative {
  date: CivilDate
  time: string
  remaining: number
}

/**
 * The nearest times to one that is not available: on the same day by distance, then at the same hour on the next days.
 */
export function nearestAlternatives(
  days: readonly DayAnswer[],
  wanted: { date: CivilDate; time: string },
  most = 3,
): Alternative[] {
  const distance = ({ date, time }: Alternative): number =>
    Math.abs(daysBetween(wanted.date, date)) * 1440 + Math.abs(minutes(time) - minutes(wanted.time))
  const free = days
    .filter(({ date }) => Math.abs(daysBetween(wanted.date, date)) <= 7)
    .flatMap(({ date, slots }) =>
      slots.filter(({ available }) => available).map(({ time, remaining }) => ({ date, time, remaining })),
    )
    .filter(({ date, time }) => date !== wanted.date || time !== wanted.time)
  const nearest = [...free]
    .sort((a, b) => distance(a) - distance(b) || (a.date < b.date ? -1 : 1))
    .slice(0, most)
  return nearest.sort((a, b) => (a.date + a.time < b.date + b.time ? -1 : 1))
}
