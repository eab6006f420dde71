// What desks handed over because the server would not take it: each test with both values, until somebody decides.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/queries'
import type { CorrectedTest, CurrentTest } from './wire'

export interface BothValues {
  TestType: string
  unit: string
  /** As the desk recorded it; null where it recorded nothing. */
  desk: { status: 'closed' | 'dnt'; score: number | null; Attempts: { score: number }[] } | null
  stored: CurrentTest
}

export interface CorrectionRequest {
  requestId: string
  eventBookingId: string
  uaid: string
  firstName: string
  lastName: string
  /** `YYYY-MM-DD`. */
  bookingDate: string | null
  eventTestStatus: string
  score: number | null
  askedAt: string
  askedBy: string
  notes?: string | null
  tests: BothValues[]
}

const EVERY_MS = 60_000

export const requestsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'correction-requests'],
    queryFn: ({ signal }) =>
      api.get<{ requests: CorrectionRequest[]; more: boolean }>(
        'event/admin/results/request',
        undefined,
        signal,
      ),
    refetchInterval: EVERY_MS,
  })

const same = ({ desk, stored }: BothValues) =>
  desk === null ||
  (desk.status === stored.status &&
    desk.Attempts.length === stored.Attempts.length &&
    desk.Attempts.every(({ score }, at) => score === stored.Attempts[at]?.score))

/** The tests that the desk recorded otherwise. */
export const differing = ({ tests }: CorrectionRequest): BothValues[] => tests.filter((test) => !same(test))

/** What a correction of them sends. A test that was not taken cannot take the place of one that was. */
export const correctionOf = (request: CorrectionRequest): CorrectedTest[] =>
  differing(request).flatMap(({ TestType, desk, stored }) =>
    desk?.status === 'closed' ? [{ TestType, Attempts: desk.Attempts, replaces: stored.revision }] : [],
  )

export const dismissRequest = (requestId: string, key: string) =>
  api.delete<unknown>('event/admin/results/request', { requestId }, { idempotencyKey: key })
