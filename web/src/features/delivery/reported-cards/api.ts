// Shared cards that somebody has reported, for programme delivery to decide on.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client/client'
import type { Answer, Request } from '../../../api/contract'
import { queryKeys } from '../../../api/queries'

export type ReportedCard = Answer<'ShareReport'>
export type Decision = Request<'DecisionBody'>['decision']

const EVERY_MS = 60_000

/** The open ones, oldest first. */
export const reportedCardsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'reported-cards'],
    queryFn: ({ signal }) => api.get('user/admin/share-report', { signal }),
    refetchInterval: EVERY_MS,
  })

export const decideOnCard = (
  { shareId, decision }: { shareId: string; decision: Decision },
  idempotencyKey: string,
) => api.post('user/admin/share-report/{shareId}', { decision }, { path: { shareId }, idempotencyKey })
