// The bookings that staff look up: who comes when, by day, name or code (RULES 8.5).
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import type { Narrow } from '../../api/contract'
import { queryKeys } from '../../api/queries'
import type { BookingType } from '../../api/types'

/** No time where help was asked for without one; no type where the coach who reads it has not been accepted. */
export type StaffBooking = Narrow<'LiteBooking', { eventTestType: BookingType | '' }>

type StaffBookings = Narrow<'LiteAnswer', { bookings: StaffBooking[] }>

export interface BookingSearch {
  search: string
  /** Today when absent. */
  from?: string
  to?: string
}

const EVERY_MS = 30_000

/** Refetched every half minute while on screen, so that new bookings and cancellations appear. */
export const bookingsQuery = (search: BookingSearch) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'staff-bookings', search],
    queryFn: ({ signal }): Promise<StaffBookings> =>
      api.post('event/admin/bookings/lite', search, { signal, isRead: true }),
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })

export interface BookingDay {
  date: string
  bookings: StaffBooking[]
}

/** The bookings grouped by day, given by date, then time. */
export function byDay(bookings: readonly StaffBooking[]): BookingDay[] {
  const days: BookingDay[] = []
  for (const booking of bookings) {
    const last = days.at(-1)
    if (last?.date === booking.bookingDate) last.bookings.push(booking)
    else days.push({ date: booking.bookingDate, bookings: [booking] })
  }
  return days
}
