/** Everything the booking page shows, computed in the browser: changing the day or the type makes no request. */

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLive } from '../../api/live/live'
import { availabilityQuery } from '../../api/booking'
import { configQuery, queryKeys } from '../../api/queries'
import { useConfigFollowed } from '../../api/live/use-config-followed'
import type { EventConfig } from '../../api/types'
import type { Wanted } from '@sixfold/domain'
import { useRules, type Rules } from '../../rules'
import type { DateBounds } from '../../academy/calendar-grid'
import {
  addDays,
  daysBetween,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  weekdayIndex,
  type CivilDate,
} from '../../academy/civil-date'
import { dayView, type DayAnswer, type DayView, type Wording } from './calendar/day-view'
import { openBooking, ruleHistory, type BookingEntry, type BookingType } from './entry'
import { placesLeft, toPlaces, type AvailableDay, type SlotKey } from './calendar/places'
import { lastComing } from './opening/opening'
import { useNow } from '../../state/use-now'

export interface Book {
  config: EventConfig
  type: BookingType
  capacity: number
  today: CivilDate
  /** The server's clock to the minute, in milliseconds. */
  nowMs: number
  /** The months that the calendar shows. */
  bounds: DateBounds
  /** The first date that can be booked; null if there is none. */
  firstDate: CivilDate | null
  wording: Wording
  dayOf: (date: CivilDate) => DayAnswer
  viewOf: (date: CivilDate) => DayView
  /** The earliest time that can be booked or moved to (RULES 3.13), of those that are wanted. */
  earliest: (wanted?: Wanted) => SlotKey | null
  /** All days of the calendar. */
  days: readonly DayAnswer[]
}

export type BookState =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; retry: () => void; retrying: boolean }
  | { status: 'ready'; book: Book; /** What is left was not heard of lately. */ stale: boolean }

const NO_DAYS: readonly never[] = []
/** Refetched when the schedule changes. */
const OF_THE_SCHEDULE = [queryKeys.config, queryKeys.availability]

/** The slots for somebody with these entries. */
export function useBook(entries: readonly BookingEntry[]): BookState {
  const rules = useRules()
  const config = useQuery(configQuery())
  // A date that staff close is closed here too, while the page is open.
  useConfigFollowed(useLive().config?.version, OF_THE_SCHEDULE)
  // Tests and retests have separate lists but share a capacity: both are fetched.
  const tests = useQuery(availabilityQuery('test'))
  const retests = useQuery(availabilityQuery('retest'))
  const nowMs = useNow(60_000)
  const testDays = tests.data?.days ?? NO_DAYS
  const retestDays = retests.data?.days ?? NO_DAYS
  const book = useMemo(
    () => (config.data ? makeBook(rules, config.data, entries, [testDays, retestDays], nowMs) : null),
    [rules, config.data, entries, testDays, retestDays, nowMs],
  )
  const queries = [config, tests, retests]
  const failed = queries.find((query) => query.isError && query.data === undefined)
  if (failed) {
    const retry = () => queries.forEach((query) => void query.refetch())
    const retrying = queries.some((query) => query.isFetching)
    return { status: 'failed', error: failed.error, retry, retrying }
  }
  if (!book || !tests.data || !retests.data) return { status: 'loading' }
  return { status: 'ready', book, stale: tests.isError || retests.isError }
}

/**
 * The calendar begins with the first week that has something to choose, or with the week of the booking that is moved.
 */
function firstShown(entries: readonly BookingEntry[], firstDate: CivilDate): CivilDate {
  const moved = openBooking(entries)?.eventTestDate ?? firstDate
  const date = moved < firstDate ? moved : firstDate
  const monday = addDays(date, -weekdayIndex(date))
  const month = firstOfMonth(monthOf(date))
  return monday < month ? month : monday
}

type AvailabilityDays = Parameters<typeof placesLeft>[0]

/** The time of the open booking, as if it were full: nobody moves to the time that they have. */
function ownTime(entries: readonly BookingEntry[]): AvailableDay[] {
  const { eventTestDate: date, eventTestTime: time } = openBooking(entries) ?? {}
  return date && time ? [{ date, slots: [{ time, remaining: 0 }] }] : []
}

/** Applies the rules to an athlete's history and the free seats. */
export function makeBook(
  rules: Rules,
  config: EventConfig,
  entries: readonly BookingEntry[],
  answers: AvailabilityDays,
  nowMs: number,
): Book {
  const settings = config.bookingSessionConfig
  const schedule = new rules.Schedule(settings)
  try {
    const history = ruleHistory(entries)
    const type = rules.bookingType(history)
    const query = { nowMs, bookingType: type, lastCompleted: rules.lastCompleted(history) }
    const today = rules.londonNow(nowMs).date
    const firstDate = schedule.firstDate(query)
    const lastDate = schedule.lastDate(query)
    const openings = settings.openings ?? []
    // Days that open later are shown as well.
    const coming = lastComing(openings, nowMs)
    const lastShown = coming !== null && coming > lastDate ? coming : lastDate
    const bounds = { first: firstShown(entries, firstDate ?? today), last: lastOfMonth(monthOf(lastShown)) }
    const places = toPlaces(rules, settings.slotCapacity, placesLeft(answers))
    const others = toPlaces(rules, settings.slotCapacity, placesLeft([...answers, ownTime(entries)]))
    const grid = schedule.grid(query, bounds.first, daysBetween(bounds.first, bounds.last) + 1, places)
    const days: DayAnswer[] = Array.from({ length: grid.days }, (_, index) => grid.day(index))
    const retest = rules.retestEligibility(history, settings.retestDelay, today)
    const wording: Wording = {
      retestOpensOn: retest.allowed ? null : retest.opensOn,
      firstDate,
      lastDate,
      openings,
      today,
      extraDates: settings.mopupSessionsRef.map(({ sessionDate }) => sessionDate),
    }
    const earliest = (wanted?: Wanted) => {
      const asked = new rules.Schedule(settings)
      try {
        return asked.earliest(query, others, wanted)
      } finally {
        asked.free()
      }
    }
    const dayOf = (date: CivilDate): DayAnswer =>
      days[daysBetween(bounds.first, date)] ?? { date, open: false, slots: [] }
    return {
      config,
      type,
      capacity: settings.slotCapacity,
      today,
      nowMs,
      bounds,
      firstDate,
      wording,
      dayOf,
      earliest,
      viewOf: (date) => dayView(dayOf(date), settings.slotCapacity, wording),
      days,
    }
  } finally {
    schedule.free()
  }
}
