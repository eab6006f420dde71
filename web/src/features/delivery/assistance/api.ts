// The requests for assistance that wait for programme delivery.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client/client'
import type { Narrow } from '../../../api/contract'
import { queryKeys } from '../../../api/queries'
import type { BookingType } from '../../../api/types'

/** `assistanceType` is health data, in the athlete's words: that it was shown is logged once a day. */
export type AssistanceRequest = Narrow<
  'AssistanceRequest',
  { eventTestType: BookingType; screening: 'cleared' | 'not-cleared' | 'expired' }
>

type AssistancePage = Narrow<'WishesAnswer', { wishes: AssistanceRequest[] }>

const EVERY_MS = 30_000

/** Oldest first, in pages; refetched while on screen, since others decide on requests meanwhile. */
export const assistanceQuery = () =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.mine, 'delivery-assistance'],
    queryFn: ({ pageParam, signal }): Promise<AssistancePage> =>
      api.get('event/admin/assistance', { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
  })
