// The calls of the schedule screen: everything the calendar draws, what a change would hit, the changes.
import { queryOptions } from '@tanstack/react-query'
import type { CivilDate } from '../../academy/civil-date'
import type { DATE_WORDS, SESSION_WORDS } from '../../academy/slot-words'
import { api } from '../../api/client/client'
import type { Answer, Narrow, Request } from '../../api/contract'
import { reading, writing, type Query, type Write } from '../../api/endpoints'
import { scheduleKey } from '../../api/schedule-key'
import type { ScheduleItem } from '../../api/types'

export type SessionKind = keyof typeof SESSION_WORDS
export type DayKind = keyof typeof DATE_WORDS
export type Kind = SessionKind | DayKind

/** A session as the calendar gets it; times `HH:MM`. */
export type StoredSession = Narrow<'ScheduleSession', { kind: SessionKind }>

/** A computed one follows from the calendar of England and Wales; the others staff have added. */
export type BankHoliday = Answer<'Holiday'>

/** How full a day is: `capacity` is that of all its times, `reason` names the rule that closes it. */
export type DayPlaces = Answer<'ScheduleDay'>

/** How full a time is. */
export type TimePlaces = Answer<'Place'>

type Calendar = Narrow<'Calendar', { sessions: StoredSession[] }>

/** What the calendar draws; `times` of a week at most, of a longer range none. */
export type Schedule = Pick<Calendar, 'closedDates' | 'bankHolidays' | 'sessions' | 'days' | 'times'>

/** Refetched while on screen: others book and plan meanwhile. */
const EVERY_MS = 30_000

export const scheduleQuery = (from: CivilDate, to: CivilDate): Query<Calendar> =>
  reading('event/admin/schedule', {
    query: { from, to },
    queryKey: [...scheduleKey, from, to],
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
  })

/** A planned change, to learn its impact; `from` is where a session is now. */
export type Change = Request<'PlannedChange'> & {
  date: CivilDate
  from?: { date: CivilDate; start: string; end: string }
}

export type Alternative = Answer<'Alternative'>

/** An open booking that the schedule would no longer offer; `keepable` as an exception while its time still exists. */
export type HitBooking = Answer<'HitBooking'>

/** What happens to a booking that a change affects. */
export type Decision =
  | { eventBookingId: string; act: 'move'; date: CivilDate; time: string }
  | { eventBookingId: string; act: 'cancel' | 'keep' }

export const fetchImpact = (changes: readonly Change[]) =>
  api.post('event/admin/schedule/impact', { changes }, { isRead: true })

/** The bookings that other weekly lists would affect, on every day to come. */
export const fetchListsImpact = (lists: Answer<'Weekly'>) =>
  api.post('event/admin/schedule/impact', { lists }, { isRead: true })

/** The content proxy of the schedule (RULES 13.9). */
const ITEM = 'acoustic/content/manageContentItem'

/** The fixed items that hold lists of days. */
export const DAY_ITEMS: Readonly<Record<DayKind, string>> = {
  'closed-date': 'closed-dates',
  'bank-holiday': 'bank-holidays',
}

export const fetchItem = (id: string): Promise<ScheduleItem> => api.get(ITEM, { query: { id } })

export const putItem = (
  id: string,
  body: Request<'PutBody'>,
  idempotencyKey: string,
): Promise<ScheduleItem> => api.put(ITEM, body, { query: { id }, idempotencyKey })

export const postItem: Write<Request<'PostBody'>, ScheduleItem> = writing('post', ITEM)

export const deleteItem = (id: string, body: Request<'DeleteItemBody'>, idempotencyKey: string) =>
  api.delete(ITEM, body, { query: { id }, idempotencyKey })

/** Every bank holiday in force, in order, with its name where it has one. */
export const holidaysQuery = () =>
  queryOptions({
    queryKey: [...scheduleKey, 'bank-holidays'],
    queryFn: async () => {
      const { elements } = await fetchItem(DAY_ITEMS['bank-holiday'])
      const names = elements.names?.values ?? []
      return (elements.dates?.values ?? []).map((date, place) => ({ date, name: names[place] ?? '' }))
    },
    staleTime: EVERY_MS,
  })

/** The booking settings, whose weekly lists are edited here; the rest goes back as it came. */
export type StoredSettings = Answer<'SettingsAnswer'>

export const settingsQuery = () =>
  reading('event/admin/settings', { queryKey: [...scheduleKey, 'settings'], staleTime: 0 })

/** Saves other lists over the settings that were read, with a decision on each booking affected. */
export const saveLists = (
  { settings, rev }: StoredSettings,
  { testSlots, retestSlots }: Answer<'Weekly'>,
  decisions: readonly Decision[],
  idempotencyKey: string,
) =>
  api.put(
    'event/admin/settings',
    { settings: { ...settings, testSlots, retestSlots }, rev, decisions },
    { idempotencyKey },
  )
