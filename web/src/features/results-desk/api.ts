// The calls of programme delivery about results: an import, corrections and the requests for them, the protocols.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import type { Answer } from '../../api/contract'
import { reading, writing } from '../../api/endpoints'
import { queryKeys } from '../../api/queries'

/** One thing that is wrong with a file; the header's line is 1. */
export type FileProblem = Answer<'ImportProblem'>

/** The outcome of an import or of its check; `problems` are the first 500. */
export type ImportOutcome = Answer<'Outcome'>

/** As an older server answers, which does not count visits by season. */
type WithoutSeasons = Omit<ImportOutcome, 'seasons'> & Partial<Pick<ImportOutcome, 'seasons'>>

/** With `dryRun` nothing is stored; the answer lists what is wrong. */
export async function importResults(
  csv: string,
  dryRun: boolean,
  idempotencyKey?: string,
): Promise<ImportOutcome> {
  const options = { query: { dryRun }, idempotencyKey }
  const { seasons = [], ...outcome }: WithoutSeasons = await api.post(
    'event/admin/results/import',
    { csv },
    options,
  )
  return { ...outcome, seasons }
}

/** A test with the revision that a correction names. */
export type StoredTest = Answer<'TestOutcome'>
export type StoredResult = Answer<'FinalResult'>

export type BookingMatch = Answer<'LiteBooking'>

/** Every day that the server takes: imported results may be older than the first season. */
const EVERY_DAY = { from: '0001-01-01', to: '9999-12-31' }

/** Bookings of all time by name, code or number. */
export const bookingMatchesQuery = (search: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'results-search', search],
    queryFn: ({ signal }) =>
      api.post('event/admin/bookings/lite', { search, ...EVERY_DAY }, { signal, isRead: true }),
    enabled: search.length > 0,
    staleTime: 0,
  })

/** What the server has stored, as it comes with a refused correction. */
export type CurrentTest = Answer<'RecordedTest'>

export interface CorrectedTest {
  TestType: string
  Attempts: { score: number }[]
  replaces: number
}

/** `requestId` is the request of a desk that this settles. */
export const correctResults = writing('post', 'event/admin/results/correct')

export const protocolsQuery = () =>
  reading('event/admin/protocols', { queryKey: [...queryKeys.mine, 'protocols'], staleTime: 60_000 })

/** A test as recorded at the desk (null if it was not) and as stored. */
export type BothValues = Answer<'BothValues'>

/** What a desk sent and the server refused to store: a member of staff decides on it. */
export type CorrectionRequest = Answer<'RequestRow'>

const EVERY_MS = 60_000

export const requestsQuery = () =>
  reading('event/admin/results/request', {
    queryKey: [...queryKeys.mine, 'correction-requests'],
    refetchInterval: EVERY_MS,
  })

export const dismissRequest = writing('delete', 'event/admin/results/request')
