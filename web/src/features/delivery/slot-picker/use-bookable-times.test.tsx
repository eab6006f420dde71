// The next days with places, with the real rules and a server that counts.
import { readFile } from 'node:fs/promises'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, answered, queriesKnowing, renderHook, waitFor } from '../../../test/kit'
import { Suspense, type ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { addDays } from '../../../academy/civil-date'
import { everyDayAt, oneTimeADay } from '../../../test/event-config'
import { useBookableTimes, type BookedKind } from './use-bookable-times'

const TODAY = '2026-11-22'
/** The most days in one answer of the server. */
const DAYS_MAX = 100
/** Where Vite serves the rules from. */
const FILES = '/@fs'

let first: string
let last: string
/** The places left on each day before the first. */
let leftBefore: number
/** When retests are offered; tests are at ten. */
let retestsAt: string
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9), toFake: ['Date'] })
  first = '2026-11-23'
  last = '2026-11-25'
  leftBefore = 0
  retestsAt = '10:00'
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.startsWith(FILES)) return new Response(await readFile(address.slice(FILES.length)))
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const settings = { daysAhead: 1, windowDays: 3, retestSlots: everyDayAt(retestsAt) }
    if (!pathname.endsWith('/availability')) return answered(oneTimeADay(settings))
    const time = searchParams.get('type') === 'retest' ? retestsAt : '10:00'
    const from = searchParams.get('from') ?? first
    const to = searchParams.get('to') ?? last
    asked.push(`${from} to ${to}`)
    const days = []
    for (let date = from; date <= to && days.length < DAYS_MAX; date = addDays(date, 1)) {
      const available = date >= first
      const slots = [{ time, remaining: available ? 5 : leftBefore, available }]
      days.push({ date, open: available, slots })
    }
    return answered({ eventId: 'sixfold-academy', firstDate: first, lastDate: last, days })
  })
})

async function timesOf(kind: BookedKind, bypass: boolean) {
  const client = queriesKnowing()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  )
  const { result } = await act(async () =>
    renderHook(() => useBookableTimes({ kind, date: first, bypass }), { wrapper }),
  )
  const times = () => (result.current?.status === 'ready' ? result.current.times : null)
  await waitFor(() => expect(times()).not.toBeNull())
  return times()
}

const nextDays = async (bypass: boolean, kind: BookedKind = 'test') =>
  (await timesOf(kind, bypass))?.next.map(({ date, left }) => `${date}: ${left}`)

const AHEAD = ['2026-11-23: 5', '2026-11-24: 5', '2026-11-25: 5']

it('offers no full day when the booking rules are ignored', async () => {
  expect(await nextDays(true)).toEqual(AHEAD)
})

it('offers no day that the server has not counted', async () => {
  first = addDays(TODAY, DAYS_MAX + 1)
  last = first
  expect(await nextDays(true)).toEqual([`${first}: 5`])
})

it('offers today when the booking rules are ignored and there is a place', async () => {
  leftBefore = 2
  expect(await nextDays(true)).toEqual([`${TODAY}: 2`, ...AHEAD])
})

it('asks for nothing before the first date otherwise', async () => {
  leftBefore = 2
  expect(await nextDays(false)).toEqual(AHEAD)
  expect(asked).toEqual([`${first} to ${last}`])
})

it('offers a team the times of tests and of retests', async () => {
  retestsAt = '18:30'
  const times = await timesOf('any', false)
  expect(times?.day.slots.map(({ time }) => time)).toEqual(['10:00', '18:30'])
  expect(times?.day.slots.every(({ available }) => available)).toBe(true)
  expect(times?.next.map(({ left }) => left)).toEqual([10, 10, 10])
})

it('counts the places of a time that tests and retests share once', async () => {
  expect(await nextDays(false, 'any')).toEqual(AHEAD)
})
