// The calls and queries of booking, which several features share.
import { queryOptions } from '@tanstack/react-query'
import { addDays } from '../academy/civil-date'
import { api } from './client/client'
import type { Answer, Request } from './contract'
import { queryKeys } from './queries'
import type { BookingPayload, BookingType, CancelPayload } from './types'

/** Without `from` and `to`: the bookable dates, including full slots, up to a hundred. */
export const fetchAvailability = (
  type: BookingType,
  range: { eventId?: string; from?: string; to?: string } = {},
  signal?: AbortSignal,
) => api.get('event/availability', { query: { type, ...range }, signal })

/** The most days in one answer. */
const DAYS_MAX = 100

/** All bookable dates, asked for a hundred at a time: an opening may reach far ahead. */
export async function fetchAllAvailability(type: BookingType, signal?: AbortSignal) {
  const first = await fetchAvailability(type, {}, signal)
  const { lastDate } = first
  let days = first.days
  for (let end = days.at(-1)?.date; end !== undefined && end < lastDate; end = days.at(-1)?.date) {
    const [from, most] = [addDays(end, 1), addDays(end, DAYS_MAX)]
    const more = await fetchAvailability(type, { from, to: most < lastDate ? most : lastDate }, signal)
    if (more.days.length === 0) break
    days = [...days, ...more.days]
  }
  return { ...first, days }
}

/** All bookable dates, refetched every half minute while on screen, since others book meanwhile. */
export const availabilityQuery = (type: BookingType) =>
  queryOptions({
    queryKey: [...queryKeys.availability, type],
    queryFn: ({ signal }) => fetchAllAvailability(type, signal),
    staleTime: 15_000,
    refetchInterval: 30_000,
  })

/** A new booking, a move of an open one, or a request for assistance. Retries of the same submission keep the key. */
export const sendBooking = (payload: BookingPayload, idempotencyKey: string) =>
  api.post('user/event/booking', payload, { idempotencyKey })

export const cancelBooking = (payload: CancelPayload, idempotencyKey: string) =>
  api.delete('user/event/cancel', payload, { idempotencyKey })

type WaitlistSlot = Request<'WaitBody'>

/** An entry on a waiting list; it has an offer while a seat is kept for it. */
export type WaitlistLine = Answer<'Line'>

/**
 * The waiting lists that the caller is on, soonest first. Enable it only with a session; refetched, so that a new offer
 * appears.
 */
export const waitlistQuery = () =>
  queryOptions({
    queryKey: queryKeys.waitlist,
    queryFn: ({ signal }) => api.get('event/booking/waitlist', { signal }),
    staleTime: 15_000,
    refetchInterval: 30_000,
  })

export const joinWaitlist = (slot: WaitlistSlot, idempotencyKey: string) =>
  api.post('event/booking/waitlist', slot, { idempotencyKey })

export const leaveWaitlist = (slot: WaitlistSlot, idempotencyKey: string) =>
  api.delete('event/booking/waitlist', slot, { idempotencyKey })

export const acceptWaitlistOffer = (offerId: string, idempotencyKey: string) =>
  api.post('event/booking/waitlist/accept', { offerId }, { idempotencyKey })
