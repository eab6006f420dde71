// The calls about today and the numbers of a range.
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import type { Answer, Narrow } from '../../api/contract'
import { reading, writing, type Query } from '../../api/endpoints'
import { queryKeys } from '../../api/queries'
import type { Range } from './range'

/** How many are expected at a quarter hour, and how far they are; `missed` ended as “Did not test” without having arrived. */
export type ArrivalsAt = Answer<'ArrivalsAt'>

/** Today; `clockWarning` says why the server's clock is not trusted, `setup` is empty in a demo. */
export type Today = Narrow<
  'Today',
  { clockWarning: Narrow<'ClockWarning', { direction: 'ahead' | 'behind' }> | null }
>

/** An e-mail that was given up (`nextAt` is null), or has been tried in vain; `reason` is the relay's. */
export type StuckLetter = Answer<'StuckLetter'>
export type StuckLetters = Answer<'StuckLetters'>

/** One thing that an academy needs before its first day. */
export type SetupItem = Answer<'Check'>
export type SetupCheck = Answer<'SetupCheck'>

/** Confirms that a default suits the academy. */
export const confirmSetup = (check: SetupItem, idempotencyKey: string) =>
  api.post('event/admin/setup', { check, confirmed: true }, { idempotencyKey })

/** Sends one stuck letter again, or all of them. */
export const resendLetters = writing('post', 'event/admin/letters/again')

/** Confirms that the server's clock is right. */
export const trustClock = writing('post', 'event/admin/clock')

const SECOND = 1_000
/** How often the day's numbers are refetched while on screen. */
const EVERY = 20 * SECOND

export const dayNumbersQuery = (): Query<Today> =>
  reading('event/admin/today', {
    queryKey: [...queryKeys.mine, 'today'],
    staleTime: EVERY / 2,
    refetchInterval: EVERY,
  })

type AnyRow = Answer<'Row'>
/** The rows that have these fields. */
type RowWith<Key extends string> = AnyRow extends infer R
  ? R extends Record<Key, unknown>
    ? R
    : never
  : never

/** The rows of each kind of numbers. */
export interface NumbersOf {
  use: RowWith<'weekday'>
  bookings: RowWith<'missed'>
  finals: RowWith<'finals'>
  retests: RowWith<'retests'>
  waiting: RowWith<'waiting'>
  distribution: RowWith<'parts'>
}

/** A step of time: a day, a week or a month, or the part of it in the range. */
export type StepRow = Pick<NumbersOf['finals'], 'date' | 'until'>

export type NumbersKind = keyof NumbersOf
/** Those whose rows are steps of time. */
export type StepKind = Exclude<NumbersKind, 'use' | 'distribution'>
export type Step = 'day' | 'week' | 'month'

/** Without `step` if the rows are not steps of time. The numbers of days before `keptFrom` are deleted: rows begin no earlier. */
export type Numbers<Kind extends NumbersKind> = Narrow<
  'Numbers',
  { step?: Step; keptFrom?: string; rows: NumbersOf[Kind][] }
>

export const numbersQuery = <Kind extends NumbersKind>(
  what: Kind,
  { from, to }: Range,
): Query<Numbers<Kind>> =>
  reading('event/admin/numbers', {
    query: { what, from, to },
    queryKey: [...queryKeys.mine, 'numbers', what, from, to],
    staleTime: 60 * SECOND,
    // The chart stays until the next one has loaded.
    placeholderData: keepPreviousData,
  })

/** The address of the same numbers as a file. */
export const fileAddress = (what: NumbersKind, { from, to }: Range): string =>
  `/api/event/admin/numbers?${new URLSearchParams({ what, from, to, format: 'csv' })}`
