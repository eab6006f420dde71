// The wishes for assistance that wait for programme delivery.
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Moment } from '../../../academy/london'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/queries'
import type { BookingRow } from '../bookings/wire'

export interface AssistanceWish extends BookingRow {
  /** Which help, in the athlete's words; null where they gave none. Health data: each reading of the queue is audited. */
  assistanceType: string | null
  createdAt: Moment
  screening: 'cleared' | 'not-cleared' | 'expired'
}

export interface WishPage {
  wishes: AssistanceWish[]
  /** How many wait in all. */
  total: number
  cursor: string | null
}

const MINUTE_MS = 60_000

/** Oldest first, in pages; asked for no more often than somebody looks, since each reading is in the audit log. */
export const wishesQuery = () =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mine, 'delivery-wishes'],
    queryFn: ({ pageParam, signal }) =>
      api.get<WishPage>('event/admin/assistance', { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 5 * MINUTE_MS,
  })
