// The requests for assistance that wait for programme delivery.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client/client'
import type { Narrow } from '../../../api/contract'
import { queryKeys } from '../../../api/queries'
import type { BookingType } from '../../../api/types'

/** `assistanceType` is health data, in the athlete's words: each reading of the queue is audited. */
export type AssistanceRequest = Narrow<
  'AssistanceRequest',
  { eventTestType: BookingType; screening: 'cleared' | 'not-cleared' | 'expired' }
>

type AssistancePage = Narrow<'WishesAnswer', { wishes: AssistanceRequest[] }>

const MINUTE_MS = 60_000

/** Oldest first, in pages; not refetched by itself, since each reading is in the audit log. */
export const assistanceQuery = () =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mine, 'delivery-wishes'],
    queryFn: ({ pageParam, signal }): Promise<AssistancePage> =>
      api.get('event/admin/assistance', { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 5 * MINUTE_MS,
  })
