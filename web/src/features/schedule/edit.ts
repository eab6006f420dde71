// An edit of the schedule: its request, its description, and its effect on the calendar before the server has answered.
import { addDays, shortDate, shortDay, type CivilDate } from '../../academy/civil-date'
import { minutesOf, clockOf, wireTime } from './clock-time'
import { WORDS } from './kinds'
import type { BankHoliday, Change, DayKind, Schedule, SessionKind, StoredSession } from './api'

/** A session's place: minutes since midnight, the end exclusive. */
export interface Span {
  date: CivilDate
  start: number
  end: number
}

export interface SessionPlan extends Span {
  kind: SessionKind
}

export interface DaysEdit {
  act: 'set-days' | 'clear-days'
  kind: DayKind
  dates: readonly CivilDate[]
}

/** The bookings of a day at times that were closed without a decision about them; the schedule stays as it is. */
export interface DecideEdit {
  act: 'decide'
  date: CivilDate
  /** Whether the whole day is closed. */
  closed: boolean
}

export type PlanEdit =
  { act: 'add'; plan: SessionPlan } | { act: 'change'; session: StoredSession; plan: SessionPlan }

export type Edit = PlanEdit | { act: 'remove'; session: StoredSession } | DaysEdit | DecideEdit

export const spanOf = ({ date, start, end }: { date: CivilDate; start: string; end: string }): Span => ({
  date,
  start: minutesOf(start),
  end: minutesOf(end),
})

export const planOf = (session: StoredSession): SessionPlan => ({ ...spanOf(session), kind: session.kind })

export const isSamePlan = (one: SessionPlan, other: SessionPlan): boolean =>
  one.kind === other.kind && one.date === other.date && one.start === other.start && one.end === other.end

const onWire = ({ date, start, end }: Span) => ({ date, start: wireTime(start), end: wireTime(end) })

/** The body of the request for the impact. */
export function changesOf(edit: Edit): Change[] {
  if (edit.act === 'add') return [{ kind: edit.plan.kind, act: 'add', ...onWire(edit.plan) }]
  // The day as it is.
  if (edit.act === 'decide')
    return [{ kind: 'closed-date', act: edit.closed ? 'add' : 'remove', date: edit.date }]
  if ('dates' in edit)
    return edit.dates.map((date) => ({
      kind: edit.kind,
      act: edit.act === 'set-days' ? 'add' : 'remove',
      date,
    }))
  const { id, kind, date, start, end } = edit.session
  if (edit.act === 'remove') return [{ kind, act: 'remove', id, date, start, end }]
  // Another kind is another session in this one's place.
  if (edit.plan.kind !== kind)
    return [
      { kind, act: 'remove', id, date, start, end },
      { kind: edit.plan.kind, act: 'add', ...onWire(edit.plan) },
    ]
  return [{ kind, act: 'change', id, ...onWire(edit.plan), from: { date, start, end } }]
}

/** `14:00 to 16:30`. */
export const hoursOf = ({ start, end }: { start: number; end: number }): string =>
  `${clockOf(start)} to ${clockOf(end)}`

/** `Tue 24 Nov 2026, 14:00 to 16:30`. */
export const placeOf = (span: Span): string => `${shortDate(span.date)}, ${hoursOf(span)}`

/** `Tue 24 Nov to Fri 27 Nov 2026`, and how many of these days where it is not all of them. */
const datesOf = (dates: readonly CivilDate[]): string => {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (first === last) return shortDate(first)
  const range = `${shortDay(first)} to ${shortDate(last)}`
  const all = dates.every((date, index) => date === addDays(first, index))
  return all ? range : `${dates.length} days from ${range}`
}

/** What was done, when it is done. */
export function doneWords(edit: Edit): string {
  if (edit.act === 'add') return `Added: ${WORDS[edit.plan.kind].inSentence}, ${placeOf(edit.plan)}.`
  if (edit.act === 'remove')
    return `Removed: ${WORDS[edit.session.kind].inSentence}, ${placeOf(spanOf(edit.session))}.`
  if (edit.act === 'change') return `Now ${WORDS[edit.plan.kind].inSentence}, ${placeOf(edit.plan)}.`
  if (edit.act === 'decide') return `Decided: ${shortDate(edit.date)}.`
  const days = datesOf(edit.dates)
  if (edit.kind === 'closed-date')
    return edit.act === 'set-days' ? `Closed: ${days}.` : `Open again: ${days}.`
  return edit.act === 'set-days' ? `Bank holiday: ${days}.` : `No bank holiday any more: ${days}.`
}

/** What is about to be done, as a heading. */
export function intentWords(edit: Edit): string {
  if (edit.act === 'add') return `Add ${WORDS[edit.plan.kind].inSentence}`
  if (edit.act === 'remove') return `Remove ${WORDS[edit.session.kind].inSentence}`
  if (edit.act === 'change') return `Change ${WORDS[edit.session.kind].inSentence}`
  if (edit.act === 'decide') return `Closed times on ${shortDate(edit.date)}`
  const days = datesOf(edit.dates)
  if (edit.kind === 'closed-date') return edit.act === 'set-days' ? `Close ${days}` : `Open ${days}`
  return edit.act === 'set-days' ? `Bank holiday on ${days}` : `No bank holiday on ${days}`
}

/** What a sent edit has changed. */
export interface Sent {
  /** The session as it is stored now; null for days, and for a session that was removed. */
  session: StoredSession | null
  /** The days that it changed; the others of the edit were that way before. */
  dates: readonly CivilDate[]
  /** The bookings whose decisions were carried out; older servers do not name them. */
  decided?: readonly string[] | null | undefined
}

/** The reverse edit, which restores what was there before; null if there is none. */
export function takenBack(edit: Edit, { session, dates }: Sent): Edit | null {
  if ('dates' in edit)
    return dates.length > 0
      ? { ...edit, act: edit.act === 'set-days' ? 'clear-days' : 'set-days', dates }
      : null
  if (edit.act === 'remove') return { act: 'add', plan: planOf(edit.session) }
  if (edit.act === 'decide' || !session) return null
  if (edit.act === 'add') return { act: 'remove', session }
  return { act: 'change', session, plan: planOf(edit.session) }
}

export interface DrawnSession extends SessionPlan {
  /** The stored session; null until the server has confirmed it. */
  stored: StoredSession | null
  /** Drawn where it is about to be, before the server has taken it. */
  pending: boolean
}

/** The schedule with a running edit applied. */
export interface DrawnSchedule {
  sessions: readonly DrawnSession[]
  closed: ReadonlySet<CivilDate>
  holidays: ReadonlyMap<CivilDate, BankHoliday>
}

export function drawn(schedule: Schedule, under: Edit | null): DrawnSchedule {
  const closed = new Set(schedule.closedDates)
  const holidays = new Map(schedule.bankHolidays.map((holiday) => [holiday.date, holiday]))
  let sessions = schedule.sessions.map((session): DrawnSession => ({
    ...planOf(session),
    stored: session,
    pending: false,
  }))
  if (under?.act === 'add') sessions = [...sessions, { ...under.plan, stored: null, pending: true }]
  if (under?.act === 'remove') sessions = sessions.filter(({ stored }) => stored?.id !== under.session.id)
  if (under?.act === 'change')
    sessions = sessions.map((session) =>
      session.stored?.id === under.session.id
        ? { ...under.plan, stored: session.stored, pending: true }
        : session,
    )
  if (under && 'dates' in under)
    for (const date of under.dates) {
      const set = under.act === 'set-days'
      if (under.kind === 'bank-holiday' && set)
        holidays.set(date, { date, name: WORDS['bank-holiday'].label, computed: false })
      else if (under.kind === 'bank-holiday') holidays.delete(date)
      else if (set) closed.add(date)
      else closed.delete(date)
    }
  return { sessions, closed, holidays }
}
