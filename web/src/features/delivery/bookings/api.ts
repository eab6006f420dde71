// The calls of programme delivery about bookings: the list with every filter, one booking's details, and changes to it.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { sendBooking } from '../../../api/booking'
import { api } from '../../../api/client/client'
import type { Answer, Narrow, Request } from '../../../api/contract'
import { reading, writing, type Query } from '../../../api/endpoints'
import { queryKeys } from '../../../api/queries'
import type { BookingType } from '../../../api/types'
import type { BookingFilters } from './filters'

/** One booking in a list of staff, without health details; no date or time where help was asked for without a slot. */
export type BookingRow = Narrow<'BookingRow', { eventTestType: BookingType }>

/** `total` is counted up to a limit: if `atLeast`, there may be more. */
export type BookingPage = Narrow<'BookingsAnswer', { bookings: BookingRow[] }>

const EVERY_MS = 30_000

/** The bookings in pages, by date, then time; refetched while on screen. */
export const bookingsQuery = (filters: BookingFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mine, 'delivery-bookings', filters],
    queryFn: ({ pageParam, signal }): Promise<BookingPage> =>
      api.post(
        'event/admin/bookings',
        { ...filters, ...(pageParam !== null && { cursor: pageParam }) },
        { signal, isRead: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })

/** A line of a booking's history; `by` is null for the server itself. */
export type BookingEvent = Answer<'BookingHistory'>

/** A booking with its results and history, newest first; `notes` are 'N/A' where the team noted nothing. */
export type BookingDetails = Narrow<'BookingDetails', { eventTestType: BookingType }>

/** Health details are hidden until requested, since each reading is audited. 'N/A' if there is nothing. */
type BookingWithHealth = Narrow<
  'BookingDetails',
  { medicalIssues: string; emergencyName: string; emergencyNumber: string; assistanceType: string }
>

export const bookingQuery = (eventBookingId: string): Query<BookingDetails> =>
  reading('event/admin/booking', {
    query: { eventBookingId, health: false },
    queryKey: [...queryKeys.mine, 'delivery-booking', eventBookingId],
    staleTime: 0,
  })

/** Removed from the cache as soon as it is off the screen. */
export const bookingHealthQuery = (eventBookingId: string): Query<BookingWithHealth> =>
  reading('event/admin/booking', {
    query: { eventBookingId },
    queryKey: [...queryKeys.mine, 'delivery-booking-health', eventBookingId],
    staleTime: Infinity,
    gcTime: 0,
  })

export interface Slot {
  date: string
  time: string
}

/** A rule's refusal, as booking would answer it. */
export type RuleRefusal = Answer<'Refusal'>

/** Whether somebody may be booked, or may at least ask for assistance; nobody has two open bookings. */
export type Bookable = Narrow<'Bookable', { eventTestType: BookingType }>

export const bookableQuery = (uaid: string): Query<Bookable> =>
  reading('event/admin/bookable', {
    query: { uaid },
    queryKey: [...queryKeys.mine, 'bookable', uaid],
    staleTime: 0,
  })

/** A booking by staff: a time, with or without assistance, or a request without a time. */
export interface NewBooking {
  uaid: string
  kind: BookingType
  /** None puts them into the assistance queue. */
  place: Slot | null
  bypassBookingRule: boolean
  assistanceRequired: boolean
  assistanceType: string
}

export const bookFor = (
  { uaid, kind, place, bypassBookingRule, assistanceRequired, assistanceType }: NewBooking,
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

/** Onboards a booking by its code; one of another day moves to the day of its test, which is role 3's to do. */
export const onboardByCode = (code: string, testedOn: string | null, idempotencyKey: string) =>
  api.post(
    'event/admin/onboard',
    { code, ...(testedOn !== null && { override: true, day: testedOn }) },
    { idempotencyKey },
  )

type BookingId = Pick<BookingRow, 'uaid' | 'eventBookingId' | 'eventTestType'>

/** Moves a booking to a time and makes it `booked`: a move, or an arranged request for assistance. */
export const placeBooking = (
  { uaid, eventBookingId, eventTestType }: BookingId,
  { date, time }: Slot,
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

/** Records one test of an onboarded visit, or that it was not done. */
export const recordTest = (
  {
    uaid,
    eventBookingId,
    result,
  }: Pick<BookingId, 'uaid' | 'eventBookingId'> & { result: Request<'ResultBody'> },
  idempotencyKey: string,
) => api.post('event/admin/test', { uaid, eventBookingId, results: [result] }, { idempotencyKey })

/** Ends a visit with the results that the server has. */
export const finishVisit = (
  { uaid, eventBookingId }: BookingId,
  holdReveal: boolean,
  idempotencyKey: string,
) =>
  api.post(
    'event/admin/final',
    { uaid, EventBookingId: eventBookingId, Status: 'completed', ...(holdReveal && { holdReveal }) },
    { idempotencyKey },
  )

/** Removes the score of a completed booking for good; the athlete reads the reason. */
export const removeScore = writing('post', 'event/admin/results/remove')

/** Ends an open booking as declined or as a no-show, with the reason as its note. */
export const closeBooking = (
  { uaid, eventBookingId }: BookingId,
  eventTestStatus: 'declined' | 'dnt',
  eventTestNotes: string,
  idempotencyKey: string,
) =>
  api.post(
    'user/event/booking',
    { uaid, eventBookingId, eventTestStatus, ...(eventTestNotes && { eventTestNotes }) },
    { idempotencyKey },
  )
