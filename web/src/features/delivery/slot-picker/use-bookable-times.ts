// The times that staff can book for somebody: the domain's rules applied to the server's counts.
import type { Day, Slot } from '@sixfold/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { londonDate } from '../../../academy/london'
import { notOpenText } from '../../../academy/openings'
import { availabilityQuery, fetchAvailability } from '../../../api/booking'
import { useNow } from '../../../state/use-now'
import { configQuery, queryKeys } from '../../../api/queries'
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

/** What is booked: a test, a retest, or either of them for a team. */
export type BookedKind = BookingType | 'any'

export interface BookableTimesQuery {
  kind: BookedKind
  date: CivilDate
  /** The calendar's rules are lifted (roles 3 and 4). */
  bypass: boolean
  /** The day of the athlete's latest completed test; absent if only the server knows it. */
  lastCompleted?: CivilDate | null
  /** The desk books for today: no notice is needed. */
  atDesk?: boolean
}

/** The times of a date, and the next days with places. */
export function useBookableTimes({ kind, ...query }: BookableTimesQuery): BookableTimesState {
  const test = useTimesOfKind('test', kind !== 'retest', query)
  const retest = useTimesOfKind('retest', kind !== 'test', query)
  const states = kind === 'any' ? [test, retest] : [kind === 'test' ? test : retest]
  const [first, second] = states.map((state) => (state.status === 'ready' ? state.times : null))
  const times = useMemo(
    () => (first && second !== null ? merged(second ? [first, second] : [first]) : null),
    [first, second],
  )
  const failed = states.find((state) => state.status === 'failed')
  if (failed) return failed
  return times ? { status: 'ready', times } : { status: 'loading' }
}

/** The times of one kind; `ahead` has the days with a time that can be booked, each with those times. */
interface TimesOfKind extends Pick<BookableTimes, 'today' | 'day' | 'notOpen'> {
  ahead: { date: CivilDate; free: Slot[] }[]
}

type StateOfKind = Exclude<BookableTimesState, { status: 'ready' }> | { status: 'ready'; times: TimesOfKind }

/** The times of both kinds in one: what can be booked for either of them. */
function merged(kinds: readonly [TimesOfKind, ...TimesOfKind[]]): BookableTimes {
  const [{ today, day }] = kinds
  const days = kinds.map((times) => times.day)
  const open = days.some((one) => one.open)
  const reason = open ? undefined : (days.find((one) => one.reason !== 'NOT_OFFERED') ?? day).reason
  const ahead = new Map<CivilDate, Slot[][]>()
  for (const { date, free } of kinds.flatMap((times) => times.ahead))
    ahead.set(date, [...(ahead.get(date) ?? []), free])
  const next = [...ahead].map(([date, lists]) => ({ date, left: placesIn(together(lists)) }))
  return {
    today,
    day: { date: day.date, open, ...(reason && { reason }), slots: together(days.map(({ slots }) => slots)) },
    notOpen: open ? null : (kinds.find(({ notOpen }) => notOpen !== null)?.notOpen ?? null),
    next: next.sort((a, b) => (a.date < b.date ? -1 : 1)).slice(0, NEXT_DAYS),
  }
}

/** One list of times: each can be booked if it can in one of the lists. */
function together(lists: readonly (readonly Slot[])[]): Slot[] {
  const slots = new Map<string, Slot>()
  for (const slot of lists.flat()) if (!slots.get(slot.time)?.available) slots.set(slot.time, slot)
  return [...slots.values()].sort((a, b) => (a.time < b.time ? -1 : 1))
}

const placesIn = (slots: readonly Slot[]): number =>
  slots.reduce((places, { remaining }) => places + remaining, 0)

function useTimesOfKind(
  kind: BookingType,
  enabled: boolean,
  { date, bypass, lastCompleted, atDesk = false }: Omit<BookableTimesQuery, 'kind'>,
): StateOfKind {
  const rules = useRules()
  const config = useQuery(configQuery())
  const ahead = useQuery({ ...availabilityQuery(kind), enabled })
  const { firstDate, lastDate } = ahead.data ?? {}
  const nowMs = useNow(60_000)
  const today = londonDate(nowMs)
  // Without the calendar's rules, days before the first date are offered too.
  const early = bypass && ahead.data !== undefined && firstDate !== today
  const before = useQuery({
    queryKey: [...queryKeys.availability, kind, 'from', today],
    queryFn: ({ signal }) => fetchAvailability(kind, { from: today }, signal),
    enabled: enabled && early,
    staleTime: 15_000,
  })
  const outside = firstDate && lastDate ? date < firstDate || date > lastDate : ahead.data !== undefined
  const beyond = useQuery({
    queryKey: [...queryKeys.availability, kind, date],
    queryFn: ({ signal }) => fetchAvailability(kind, { from: date, to: date }, signal),
    enabled: enabled && outside,
    staleTime: 15_000,
  })
  const settings = config.data?.bookingSessionConfig
  const sooner = before.data?.days ?? NO_DAYS
  const known = ahead.data?.days ?? NO_DAYS
  const other = beyond.data?.days ?? NO_DAYS
  const waits = !enabled || !ahead.data || (early && !before.data) || (outside && !beyond.data)
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
      const free = Array.from({ length: grid.days }, (_, index) => ({
        date: grid.date(index),
        free: grid.slots(index).filter(({ available }) => available),
      })).filter((one) => one.free.length > 0 && dates.has(one.date))
      const day = schedule.day(request, date, places)
      const notOpen = day.reason === 'DATE_NOT_OPEN' ? notOpenText(settings.openings ?? [], date) : null
      return { today, day, notOpen, ahead: free }
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
