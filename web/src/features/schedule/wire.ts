// What the schedule screen asks of the server: everything the calendar draws, what a change would hit, the changes.
import { queryOptions } from '@tanstack/react-query'
import type { DATE_WORDS, SESSION_WORDS } from '../../academy/slot-words'
import { api } from '../../api/client'
import { queryKeys } from '../../api/queries'
import type { BookingSessionConfig } from '../../api/wire'
import type { CivilDate } from '../../academy/civil-date'

export type SessionKind = keyof typeof SESSION_WORDS
export type DayKind = keyof typeof DATE_WORDS
export type Kind = SessionKind | DayKind

/** The revision of an item of the schedule, as the server counts it. */
export type Revision = string | number

/** A session as the calendar gets it; times `HH:MM`. */
export interface StoredSession {
  id: string
  kind: SessionKind
  date: CivilDate
  start: string
  end: string
  rev: Revision
}

export interface BankHoliday {
  date: CivilDate
  name: string
  /** It follows from the calendar of England and Wales; otherwise staff added it. */
  computed: boolean
}

/** How full a day is. */
export interface DayPlaces {
  date: CivilDate
  /** Places of all its times; 0 where it offers none. */
  capacity: number
  taken: number
  /** Whether it offers a time at all. */
  open: boolean
  /** The word of the rule that closes it. */
  reason?: string | null
}

/** How full a time is. */
export interface TimePlaces {
  date: CivilDate
  time: string
  capacity: number
  taken: number
}

/** `GET event/admin/schedule`. */
export interface Schedule {
  closedDates: CivilDate[]
  bankHolidays: BankHoliday[]
  sessions: StoredSession[]
  days: DayPlaces[]
  /** Of a week at most; of a longer range none. */
  times: TimePlaces[]
}

/** Asked again every half minute while it is on screen: others book and plan meanwhile. */
const AGAIN_MS = 30_000

export const scheduleKey = [...queryKeys.mine, 'schedule'] as const

export const scheduleQuery = (from: CivilDate, to: CivilDate) =>
  queryOptions({
    queryKey: [...scheduleKey, from, to],
    queryFn: ({ signal }) => api.get<Schedule>('event/admin/schedule', { from, to }, signal),
    staleTime: AGAIN_MS / 2,
    refetchInterval: AGAIN_MS,
  })

/** One change to the schedule, as the impact of it is asked for. */
export interface Change {
  kind: Kind
  act: 'add' | 'remove' | 'change'
  id?: string
  date: CivilDate
  start?: string
  end?: string
  /** Where a session that changes stands now. */
  from?: { date: CivilDate; start: string; end: string }
}

export interface Alternative {
  date: CivilDate
  time: string
  remaining: number
}

/** An open booking that the schedule would no longer offer. */
export interface HitBooking {
  eventBookingId: string
  uaid: string
  firstName: string
  lastName: string
  bookingDate: CivilDate
  bookingTime: string
  teamBookingId?: string | null
  teamName?: string | null
  /** The word of the rule that refuses its place. */
  reason: string
  /** Whether its place still exists in time, so that it may stand as an exception. */
  keepable: boolean
  /** At most five, the nearest first. */
  alternatives: Alternative[]
}

export interface Impact {
  bookings: HitBooking[]
}

/** What happens to a booking that a change affects. */
export type Decision =
  | { eventBookingId: string; act: 'move'; date: CivilDate; time: string }
  | { eventBookingId: string; act: 'cancel' | 'keep' }

export const fetchImpact = (changes: readonly Change[]) =>
  api.post<Impact>('event/admin/schedule/impact', { changes })

/** What other weekly lists would hit, on every day to come. */
export const fetchListsImpact = (lists: Pick<BookingSessionConfig, 'testSlots' | 'retestSlots'>) =>
  api.post<Impact>('event/admin/schedule/impact', { lists })

/** The content proxy of the schedule (RULES 13.9). */
const ITEM = 'acoustic/content/manageContentItem'

/** The fixed items that hold lists of days. */
export const DAY_ITEMS: Readonly<Record<DayKind, string>> = {
  'closed-date': 'closed-dates',
  'bank-holiday': 'bank-holidays',
}

/** An item as the proxy gives and takes it; elements as the wire names them. */
export interface ScheduleItem {
  id: string
  typeId: string
  rev: Revision
  elements: Record<string, { elementType?: string; value?: string; values?: string[] }>
}

export const fetchItem = (id: string) => api.get<ScheduleItem>(ITEM, { id })

interface Written {
  elements?: ScheduleItem['elements']
  typeId?: string
  rev?: Revision
  decisions?: readonly Decision[]
}

export const putItem = (id: string, body: Written, idempotencyKey: string) =>
  api.put<ScheduleItem>(ITEM, body, { query: { id }, idempotencyKey })

export const postItem = (body: Written, idempotencyKey: string) =>
  api.post<ScheduleItem>(ITEM, body, { idempotencyKey })

export const deleteItem = (id: string, body: Written, idempotencyKey: string) =>
  api.delete<unknown>(ITEM, body, { query: { id }, idempotencyKey })

/** Every bank holiday in force, in order, with its name where it has one. */
export const holidaysQuery = () =>
  queryOptions({
    queryKey: [...scheduleKey, 'bank-holidays'],
    queryFn: async () => {
      const { elements } = await fetchItem(DAY_ITEMS['bank-holiday'])
      const names = elements.names?.values ?? []
      return (elements.dates?.values ?? []).map((date, place) => ({ date, name: names[place] ?? '' }))
    },
    staleTime: AGAIN_MS,
  })
