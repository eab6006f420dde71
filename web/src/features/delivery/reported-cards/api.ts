// Shared cards that somebody has reported, for programme delivery to decide on.
import type { Answer, Input, Request } from '../../../api/contract'
import { reading, writing, type Write } from '../../../api/endpoints'
import { queryKeys } from '../../../api/queries'

export type ReportedCard = Answer<'ShareReport'>
export type Decision = Request<'DecisionBody'>['decision']

const EVERY_MS = 60_000

/** The open ones, oldest first. */
export const reportedCardsQuery = () =>
  reading('user/admin/share-report', {
    queryKey: [...queryKeys.mine, 'reported-cards'],
    refetchInterval: EVERY_MS,
  })

const PATH = 'user/admin/share-report/{shareId}'

/** `reports`: how many the decision is about; 409 if it is another number by now. */
export const decideOnCard: Write<
  Input<'post', typeof PATH> & { reports: number },
  Answer<'DecisionAnswer'>
> = writing('post', PATH)
