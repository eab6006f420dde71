// What programme delivery asks of bookings: the list with every filter, one booking's details, what becomes of it.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Moment } from '../../../academy/london'
import { sendBooking } from '../../../api/calls'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/queries'
import type { BookingAnswer, BookingType, EventTestStatus, TestResult } from '../../../api/wire'

/** One booking as the lists of staff show it; nothing of anybody's health. */
export interface BookingRow {
  uaid: string
  firstName: string
  lastName: string
  eventBookingId: string
  eventTestCode: string
  /** `YYYY-MM-DD`; empty where help was asked for without a place. */
  bookingDate: string
  /** `HH:MM`; empty likewise. */
  bookingTime: string
  eventTestStatus: EventTestStatus
  eventTestType: BookingType
  tShirtSize: string
  teamBookingId: string | null
  teamName: string | null
  assistanceRequired: boolean
  /** When they checked in, ISO with Z. */
  arrivedAt: string | null
  /** When the desk took them on, ISO with Z. */
  onboardedAt: string | null
  /** The final, in points. */
  score: number | null
  /** Where the athlete stands on the board of the season that the booking is of. */
  position: number | null
}

/**
 * Which bookings. Both days are included; without days the server takes the next thirty, of one athlete or team
 * every day, and of the top 15 the season. Without a status those that were not called off.
 */
export interface BookingWish {
  from?: string
  to?: string
  search?: string
  status?: EventTestStatus
  /** Every team's, nobody's, or one team's by its id. */
  team?: boolean | string
  assistance?: boolean
  /** Of the athletes whose finals stand in the running season's top 15. */
  top15?: true
  uaid?: string
}

export interface BookingPage {
  bookings: BookingRow[]
  /** How many there are in all, as far as the server counts. */
  total: number
  /** Whether there may be more than it counted. */
  atLeast: boolean
  cursor: string | null
}

const EVERY_MS = 30_000

/** The bookings in pages, by date, then time; asked again while they are on screen. */
export const bookingsQuery = (wish: BookingWish) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mine, 'delivery-bookings', wish],
    queryFn: ({ pageParam, signal }) =>
      api.post<BookingPage>(
        'event/admin/bookings',
        { ...wish, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })

/** One thing that happened to a booking. */
export interface BookingEvent {
  at: Moment
  /** A stable word of the audit log. */
  action: string
  /** The name of who did it; null for the server itself. */
  by: string | null
}

export interface BookingDetails extends BookingRow {
  /** What the team noted; 'N/A' where it noted nothing. */
  notes: string
  results: TestResult[]
  /** Newest first. */
  history: BookingEvent[]
}

/** What is kept closed until somebody asks for it; each read is in the audit log. 'N/A' where there is nothing. */
export interface HealthDetails {
  medicalIssues: string
  emergencyName: string
  emergencyNumber: string
  assistanceType: string
}

export const bookingQuery = (eventBookingId: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'delivery-booking', eventBookingId],
    queryFn: ({ signal }) =>
      api.get<BookingDetails>('event/admin/booking', { eventBookingId, health: false }, signal),
    staleTime: 0,
  })

/** Forgotten as soon as it is off the screen. */
export const healthQuery = (eventBookingId: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'delivery-booking-health', eventBookingId],
    queryFn: ({ signal }) => api.get<HealthDetails>('event/admin/booking', { eventBookingId }, signal),
    staleTime: Infinity,
    gcTime: 0,
  })

/** A place in the schedule. */
export interface Place {
  date: string
  time: string
}

/** A rule's no, as booking would answer it. */
export interface RuleRefusal {
  errorCode: string
  errorMessage: string
}

/** `GET event/admin/bookable`: what has to be known of somebody before they are booked. */
export interface Bookable {
  uaid: string
  firstName: string
  lastName: string
  eventTestType: BookingType
  lastCompleted: string | null
  /** The open booking: nobody has two. */
  booking: Pick<BookingRow, 'eventBookingId' | 'eventTestStatus' | 'bookingDate' | 'bookingTime'> | null
  /** Why they may not be booked. */
  refusal: RuleRefusal | null
  /** Why they may not even ask for assistance. */
  assistanceRefusal: RuleRefusal | null
}

export const bookableQuery = (uaid: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'bookable', uaid],
    queryFn: ({ signal }) => api.get<Bookable>('event/admin/bookable', { uaid }, signal),
    staleTime: 0,
  })

/** What staff book for somebody: a place, with or without assistance, or a request without a place. */
export interface WantedBooking {
  uaid: string
  kind: BookingType
  /** None puts them into the assistance queue. */
  place: Place | null
  bypassBookingRule: boolean
  assistanceRequired: boolean
  assistanceType: string
}

export const bookFor = (
  { uaid, kind, place, bypassBookingRule, assistanceRequired, assistanceType }: WantedBooking,
  idempotencyKey: string,
) =>
  sendBooking(
    {
      uaid,
      // The academy's own.
      eventId: '',
      eventTestDate: place?.date ?? null,
      eventTestTime: place?.time ?? null,
      eventTestType: kind,
      eventTestStatus: place ? 'booked' : 'assistance',
      ...(bypassBookingRule && { bypassBookingRule }),
      ...(assistanceRequired && { assistanceRequired, ...(assistanceType && { assistanceType }) }),
    },
    idempotencyKey,
  )

/** Onboards a booking by its code; of another day only with `override`, which is role 3's. */
export const takeOn = (code: string, override: boolean, idempotencyKey: string) =>
  api.post<{ uaid: string }>(
    'event/admin/onboard',
    { code, ...(override && { override }) },
    { idempotencyKey },
  )

type Named = Pick<BookingRow, 'uaid' | 'eventBookingId' | 'eventTestType'>

/** Puts a booking on a place and makes it `booked`: a move, or an assistance booking made. */
export const placeBooking = (
  { uaid, eventBookingId, eventTestType }: Named,
  { date, time }: Place,
  bypassBookingRule: boolean,
  idempotencyKey: string,
) =>
  sendBooking(
    {
      uaid,
      eventBookingId,
      // The booking's own.
      eventId: '',
      eventTestDate: date,
      eventTestTime: time,
      eventTestType,
      eventTestStatus: 'booked',
      bypassBookingRule,
    },
    idempotencyKey,
  )

/** Ends an open booking as declined or as a no-show, with the reason as its note. */
export const closeBooking = (
  { uaid, eventBookingId }: Named,
  eventTestStatus: 'declined' | 'dnt',
  eventTestNotes: string,
  idempotencyKey: string,
) =>
  api.post<BookingAnswer>(
    'user/event/booking',
    { uaid, eventBookingId, eventTestStatus, ...(eventTestNotes && { eventTestNotes }) },
    { idempotencyKey },
  )
