// What programme delivery asks of results: an import, a correction, the protocols.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/queries'
import type { OwnResult, OwnTest } from '../../api/wire'

/** One thing that is wrong with a file; the header's line is 1. */
export interface Problem {
  line: number
  column?: string
  code: string
  message: string
}

/** How an import ended, or how it would. */
export interface ImportOutcome {
  rows: number
  athletes: number
  /** The first 500. */
  problems: Problem[]
  problemCount: number
  imported: number
}

/** With `dryRun` nothing is stored; the answer lists what is wrong. */
export const importResults = (csv: string, dryRun: boolean, idempotencyKey?: string) =>
  api.post<ImportOutcome>('event/admin/results/import', { csv }, { query: { dryRun }, idempotencyKey })

/** A test with the revision that a correction names. */
/** Staff see points of a held final too. */
export interface StoredTest extends Omit<OwnTest, 'score'> {
  score: number
  revision: number
}

export interface StoredResult extends Omit<OwnResult, 'tests' | 'score'> {
  score: number
  tests: StoredTest[]
}

/** Somebody's completed test days, newest first. */
export const resultsOf = (uaid: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'results-of', uaid],
    queryFn: ({ signal }) => api.get<{ results: StoredResult[] }>('user/results', { uaid }, signal),
    staleTime: 0,
  })

export interface FoundBooking {
  uaid: string
  eventBookingId: string
  firstName: string
  lastName: string
  eventTestCode: string
  bookingDate: string
  eventTestStatus: string
}

/** The day before the first season: nothing was tested before. */
const BEGINNING = '2023-03-31'

/** Bookings of all time by name, code or number. */
export const foundBookings = (search: string, today: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'results-search', search, today],
    queryFn: ({ signal }) =>
      api.post<{ bookings: FoundBooking[]; more: boolean }>(
        'event/admin/bookings/lite',
        { search, from: BEGINNING, to: today },
        { signal },
      ),
    enabled: search.length > 0,
    staleTime: 0,
  })

/** What the server has stored, as it comes with a refused correction. */
export interface CurrentTest {
  TestType: string
  score: number | null
  status: string
  revision: number
  Attempts: { score: number }[]
}

export interface CorrectedTest {
  TestType: string
  Attempts: { score: number }[]
  replaces: number
}

export interface Corrected {
  uaid: string
  score: number
  results: { TestType: string; score: number | null; revision: number }[]
}

export const correctResults = (
  eventBookingId: string,
  results: CorrectedTest[],
  reason: string,
  idempotencyKey: string,
  /** The request of a desk that this settles. */
  requestId?: string,
) =>
  api.post<Corrected>(
    'event/admin/results/correct',
    { eventBookingId, results, reason, ...(requestId && { requestId }) },
    { idempotencyKey },
  )

/** How one test is scored. */
export interface ShownProtocol {
  TestType: string
  unit: string
  decimals: number
  zero: number
  hundred: number
  low: number
  high: number
  attempts: number
}

export const protocolsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'protocols'],
    queryFn: ({ signal }) =>
      api.get<{ version: number; tests: ShownProtocol[] }>('event/admin/protocols', undefined, signal),
    staleTime: 60_000,
  })
