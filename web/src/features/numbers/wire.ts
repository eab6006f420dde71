// What the day and its numbers ask of the server.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/queries'
import type { Range } from './range'

/** Who is expected at a quarter hour; each number is a part of the one before. */
export interface ArrivalsAt {
  /** `HH:MM`. */
  time: string
  booked: number
  arrived: number
  onboarded: number
  finished: number
}

/** `GET event/admin/today`. */
export interface Today {
  date: string
  /** The server's clock, with Z. */
  now: string
  places: { capacity: number; taken: number; left: number }
  counts: {
    expected: number
    arrived: number
    onboarded: number
    finished: number
    noShows: number
    waiting: number
  }
  arrivals: ArrivalsAt[]
  /** E-mails that did not leave. */
  stuckLetters?: StuckLetters
  /** What the academy needs before its first day; empty in a demo. */
  setup: SetupCheck[]
  /** Why the server's clock is not trusted; null while it is. */
  clockWarning: { direction: 'ahead' | 'behind'; newest: string } | null
}

/** An e-mail that was given up, or has been tried in vain. */
export interface StuckLetter {
  mailId: string
  kind: string
  to: string
  /** In the relay's words. */
  reason: string
  writtenAt: string
  failedAt: string | null
  /** Null once it is given up. */
  nextAt: string | null
}

export interface StuckLetters {
  count: number
  /** The newest. */
  letters: StuckLetter[]
}

export type SetupWord =
  'SEASON' | 'WEEKLY_TIMES' | 'EVENT' | 'TERMS' | 'MAIL_RELAY' | 'PUBLIC_URL' | 'SECOND_FACTOR' | 'BACKUP'

export interface SetupCheck {
  check: SetupWord
  done: boolean
  /** Whether a person can say that it is done. */
  confirmable: boolean
}

/** Says that something delivered suits the academy as it is. */
export const confirmSetup = (check: SetupWord, idempotencyKey: string) =>
  api.post<{ setup: SetupCheck[] }>('event/admin/setup', { check, confirmed: true }, { idempotencyKey })

const SECOND = 1_000
/** How old the day's numbers may become while somebody looks at them. */
const EVERY = 20 * SECOND

export const todayQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'today'],
    queryFn: ({ signal }) => api.get<Today>('event/admin/today', undefined, signal),
    staleTime: EVERY / 2,
    refetchInterval: EVERY,
  })

/** A step of time: a day, a week or a month, or what of it the range covers. */
export interface StepRow {
  date: string
  until: string
}

/** The rows that each kind of numbers has. */
export interface NumbersOf {
  use: { weekday: number; hour: number; booked: number; arrived: number; due: number }
  bookings: StepRow & { booked: number; arrived: number; missed: number; cancelled: number }
  finals: StepRow & { finals: number; mean: number | null }
  retests: StepRow & { booked: number; retests: number; rate: number | null }
  waiting: StepRow & { waited: number; waiting: number; offered: number; accepted: number }
  distribution: { testType: string; scores: number; mean: number | null; parts: number[] }
}

export type What = keyof NumbersOf
export type Step = 'day' | 'week' | 'month'

/** `GET event/admin/numbers`. */
export interface Numbers<W extends What> {
  from: string
  to: string
  /** Absent where the rows are no steps of time. */
  step?: Step
  rows: NumbersOf[W][]
}

export const numbersQuery = <W extends What>(what: W, { from, to }: Range) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'numbers', what, from, to],
    queryFn: ({ signal }) => api.get<Numbers<W>>('event/admin/numbers', { what, from, to }, signal),
    staleTime: 60 * SECOND,
    // The picture stays until the next one is here.
    placeholderData: keepPreviousData,
  })

/** Where the same numbers are as a file. */
export const fileAddress = (what: What, { from, to }: Range): string =>
  `/api/event/admin/numbers?${new URLSearchParams({ what, from, to, format: 'csv' })}`
