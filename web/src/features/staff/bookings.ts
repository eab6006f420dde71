// What staff ask of bookings: who comes when, by day, name or code (RULES 8.5).
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/queries'
import type { BookingType } from '../../api/wire'

export interface StaffBooking {
  uaid: string
  eventBookingId: string
  firstName: string
  lastName: string
  eventTestCode: string
  /** `YYYY-MM-DD`. */
  bookingDate: string
  /** `HH:MM`; empty where help was asked for without a time. */
  bookingTime: string
  eventTestStatus: 'booked' | 'assistance' | 'completed' | 'dnt'
  /** Empty where the coach who asks has not been accepted. */
  eventTestType: BookingType | ''
  tShirtSize: string
  assistanceRequired: boolean
}

export interface StaffBookings {
  bookings: StaffBooking[]
  more: boolean
}

export interface BookingSearch {
  search: string
  /** Today when absent. */
  from?: string
  to?: string
}

const EVERY_MS = 30_000

/** Asked again every half minute while it is on screen, so that a new booking or a cancellation arrives. */
export const bookingsQuery = (search: BookingSearch) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'staff-bookings', search],
    queryFn: ({ signal }) => api.post<StaffBookings>('event/admin/bookings/lite', search, { signal }),
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })

export interface BookingDay {
  date: string
  bookings: StaffBooking[]
}

/** The bookings day by day; they come by date, then time. */
export function byDay(bookings: readonly StaffBooking[]): BookingDay[] {
  const days: BookingDay[] = []
  for (const booking of bookings) {
    const last = days.at(-1)
    if (last?.date === booking.bookingDate) last.bookings.push(booking)
    else days.push({ date: booking.bookingDate, bookings: [booking] })
  }
  return days
}
