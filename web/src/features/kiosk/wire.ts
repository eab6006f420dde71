// The calls of staff about the door: who is here today, and the screens on which athletes check in.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/queries'

/** One of today's bookings, as far as the door needs it. */
export interface Expected {
  eventBookingId: string
  firstName: string
  lastName: string
  eventTestCode: string
  /** `HH:MM` */
  bookingTime: string
  eventTestStatus: string | null
  assistanceRequired: boolean
  /** ISO; absent while they have not come. */
  arrivedAt?: string | null
  onboarded: boolean
}

interface DayPage {
  date: string
  bookings: Expected[]
  cursor?: string | null
}

export interface Today {
  /** `YYYY-MM-DD` at the academy. */
  date: string
  bookings: Expected[]
}

/** A day has sixty starts; no academy fills more pages than these. */
const MOST_PAGES = 20

async function fetchToday(signal: AbortSignal): Promise<Today> {
  const bookings: Expected[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const got = await api.get<DayPage>('event/admin/day', { cursor }, signal)
    bookings.push(...got.bookings)
    if (!got.cursor || page === MOST_PAGES - 1) return { date: got.date, bookings }
    cursor = got.cursor
  }
  return { date: '', bookings }
}

const TODAY_KEY = [...queryKeys.mine, 'arrivals'] as const
const EVERY_MS = 15_000

/** Everybody of today; asked again every quarter of a minute, so that whoever comes in appears. */
export const todayQuery = () =>
  queryOptions({
    queryKey: TODAY_KEY,
    queryFn: ({ signal }) => fetchToday(signal),
    refetchInterval: EVERY_MS,
  })

export interface Noted {
  eventBookingId: string
  arrivedAt: string | null
}

export const noteArrival = (eventBookingId: string, arrived: boolean, key: string) =>
  api.post<Noted>('event/admin/arrival', { eventBookingId, arrived }, { idempotencyKey: key })

/** A screen in use. */
export interface Kiosk {
  kioskId: string
  name: string
  createdAt: string
  /** When it last called; null while it never has. */
  seenAt: string | null
}

/** A screen that has just been set up; its address is told this once. */
export interface MadeKiosk {
  kioskId: string
  url: string
}

const KIOSKS_KEY = [...queryKeys.mine, 'kiosks'] as const

export const kiosksQuery = () =>
  queryOptions({
    queryKey: KIOSKS_KEY,
    queryFn: ({ signal }) => api.get<{ kiosks: Kiosk[] }>('event/admin/kiosk', undefined, signal),
    refetchInterval: 2 * EVERY_MS,
  })

export const addKiosk = (name: string, key: string) =>
  api.post<MadeKiosk>('event/admin/kiosk', { name }, { idempotencyKey: key })

export const removeKiosk = (kioskId: string, key: string) =>
  api.delete<unknown>('event/admin/kiosk', { kioskId }, { idempotencyKey: key })
