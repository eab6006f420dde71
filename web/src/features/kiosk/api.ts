// The calls of staff about arrivals: today's arrivals, and the check-in screens.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import type { Answer } from '../../api/contract'
import { reading, writing } from '../../api/endpoints'
import { queryKeys } from '../../api/queries'

/** One of today's bookings; without `arrivedAt` while they have not come. */
export type Arrival = Pick<
  Answer<'DayBooking'>,
  | 'eventBookingId'
  | 'firstName'
  | 'lastName'
  | 'eventTestCode'
  | 'bookingTime'
  | 'eventTestStatus'
  | 'assistanceRequired'
  | 'arrivedAt'
  | 'onboarded'
>

export interface ArrivalsDay {
  /** `YYYY-MM-DD` at the academy. */
  date: string
  bookings: Arrival[]
}

/** A day has sixty starting times, so no academy needs more pages. */
const MOST_PAGES = 20

async function fetchArrivals(signal: AbortSignal): Promise<ArrivalsDay> {
  const bookings: Arrival[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const day: Answer<'DayAnswer'> = await api.get('event/admin/day', { query: { cursor }, signal })
    bookings.push(...day.bookings)
    if (!day.cursor || page === MOST_PAGES - 1) return { date: day.date, bookings }
    cursor = day.cursor
  }
  return { date: '', bookings }
}

const EVERY_MS = 15_000

/** All of today's athletes, refetched so that each arrival appears. */
export const arrivalsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'arrivals'],
    queryFn: ({ signal }) => fetchArrivals(signal),
    refetchInterval: EVERY_MS,
  })

export const noteArrival = writing('post', 'event/admin/arrival')

/** A screen in use; `seenAt` is when it last called, null while it never has. */
export type Kiosk = Answer<'KioskRow'>

/** A new screen; its address is shown this once. */
export type NewKiosk = Answer<'MadeKiosk'>

export const kiosksQuery = () =>
  reading('event/admin/kiosk', {
    queryKey: [...queryKeys.mine, 'kiosks'],
    refetchInterval: 2 * EVERY_MS,
  })

export const addKiosk = (name: string) => api.post('event/admin/kiosk', { name })

export const removeKiosk = writing('delete', 'event/admin/kiosk')
