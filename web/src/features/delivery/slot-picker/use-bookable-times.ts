// The times that staff can book for somebody: the domain's rules applied to the server's counts.
import type { Day } from '@sixfold/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { londonDate } from '../../../academy/london'
import { notOpenText } from '../../../academy/openings'
import { fetchAvailability } from '../../../api/calls'
import { useNow } from '../../../state/use-now'
import { availabilityQuery, configQuery, queryKeys } from '../../../api/queries'
import type { AvailableDay, BookingType } from '../../../api/types'
import { addDays, daysBetween, type CivilDate } from '../../../academy/civil-date'
import { useRules } from '../../../rules'

const NO_DAYS: readonly AvailableDay[] = []

interface BookableTimes {
  today: CivilDate
  /** The date shown. */
  day: Day
  /** When booking for that date opens, if it has not. */
  notOpen: string | null
  /** The next days with places, at most seven. */
  next: { date: CivilDate; left: number }[]
}

export type BookableTimesState =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; retry: () => void; retrying: boolean }
  | { status: 'ready'; times: BookableTimes }

/** How many of the next free days are listed. */
const NEXT_DAYS = 7

export interface BookableTimesQuery {
  kind: BookingType
  date: CivilDate
  /** The calendar's rules are lifted (roles 3 and 4). */
  bypass: boolean
  /** The day of the athlete's latest completed test; absent if only the server knows it. */
  lastCompleted?: CivilDate | null
  /** The desk books for today: no notice is needed. */
  atDesk?: boolean
}

/** The times of a date, and the next days with places. */
export function useBookableTimes({
  kind,
  date,
  bypass,
  lastCompleted,
  atDesk = false,
}: BookableTimesQuery): BookableTimesState {
  const rules = useRules()
  const config = useQuery(configQuery())
  const ahead = useQuery(availabilityQuery(kind))
  const { firstDate, lastDate } = ahead.data ?? {}
  const nowMs = useNow(60_000)
  const today = londonDate(nowMs)
  // Without the calendar's rules, days before the first date are offered too.
  const early = bypass && ahead.data !== undefined && firstDate !== today
  const before = useQuery({
    queryKey: [...queryKeys.availability, kind, 'from', today],
    queryFn: ({ signal }) => fetchAvailability(kind, { from: today }, signal),
    enabled: early,
    staleTime: 15_000,
  })
  const outside = firstDate && lastDate ? date < firstDate || date > lastDate : ahead.data !== undefined
  const beyond = useQuery({
    queryKey: [...queryKeys.availability, kind, date],
    queryFn: ({ signal }) => fetchAvailability(kind, { from: date, to: date }, signal),
    enabled: outside,
    staleTime: 15_000,
  })
  const settings = config.data?.bookingSessionConfig
  const sooner = before.data?.days ?? NO_DAYS
  const known = ahead.data?.days ?? NO_DAYS
  const other = beyond.data?.days ?? NO_DAYS
  const waits = !ahead.data || (early && !before.data) || (outside && !beyond.data)
  const times = useMemo(() => {
    if (!settings || waits) return null
    const schedule = new rules.Schedule(atDesk ? { ...settings, daysAhead: 0 } : settings)
    try {
      const request = {
        nowMs,
        bookingType: kind,
        bypass,
        lastCompleted: lastCompleted ?? undefined,
      }
      // Counts of the same day replace each other: the freshest come last.
      const counted = [...sooner, ...known, ...other]
      const places = new rules.Places(settings.slotCapacity).add(counted)
      // A day that the server has not counted is not offered: it may be full.
      const dates = new Set(counted.map((one) => one.date))
      const run = Math.max(1, daysBetween(today, lastDate ?? addDays(today, settings.windowDays)) + 1)
      const grid = schedule.grid(request, today, run, places)
      const next = Array.from({ length: grid.days }, (_, index) => ({
        date: grid.date(index),
        left: grid.remainingPlaces(index),
      })).filter((one) => one.left > 0 && dates.has(one.date))
      const day = schedule.day(request, date, places)
      const notOpen = day.reason === 'DATE_NOT_OPEN' ? notOpenText(settings.openings ?? [], date) : null
      return { today, day, notOpen, next: next.slice(0, NEXT_DAYS) }
    } finally {
      schedule.free()
    }
  }, [
    rules,
    settings,
    waits,
    kind,
    bypass,
    lastCompleted,
    atDesk,
    sooner,
    known,
    other,
    lastDate,
    date,
    today,
    nowMs,
  ])
  const failed = [config, ahead, before, beyond].find((query) => query.isError && query.data === undefined)
  if (failed) {
    return {
      status: 'failed',
      error: failed.error,
      retry: () => void failed.refetch(),
      retrying: failed.isFetching,
    }
  }
  return times ? { status: 'ready', times } : { status: 'loading' }
}
