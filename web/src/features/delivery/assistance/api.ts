// The requests for assistance that wait for programme delivery.
import type { Narrow } from '../../../api/contract'
import { paging, type PagedQuery } from '../../../api/endpoints'
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
export const assistanceQuery = (): PagedQuery<AssistancePage> =>
  paging('event/admin/assistance', {
    queryKey: [...queryKeys.mine, 'delivery-assistance'],
    staleTime: EVERY_MS / 2,
    refetchInterval: EVERY_MS,
  })
