// RULES 10.7
// On a device whose clock is a year ahead.
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { learnServerNow, serverNow } from '../api/clock'
import type { SessionClient } from '../auth/session-client'
import { dropLastSeen } from './drop-ticket'
import { bringBackSeen, keepSeen, keepWhatIsSeenOf, readSeen } from './last-seen'

const DAY = 24 * 3_600_000
const NOW = Date.UTC(2026, 10, 24, 9, 0)
const DEVICE = NOW + 365 * DAY
const PROGRESS = ['mine', 'progress', null]
const seen = { uaid: '7', queryKey: PROGRESS, data: { visits: [1] } }

const session = {
  getState: () => ({ status: 'authenticated', data: { uaid: '7' } }),
  isUnsure: () => false,
  subscribe: () => () => undefined,
} as unknown as SessionClient

const setDevice = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'] })

beforeEach(async () => {
  await dropLastSeen()
  setDevice(DEVICE)
})

it('is aged by the device’s clock alone while the server’s time is not known', async () => {
  await keepSeen({ ...seen, at: NOW, deviceAt: DEVICE })
  expect(await readSeen(DEVICE + 29 * DAY)).toHaveLength(1)
  expect(await readSeen(DEVICE + 31 * DAY)).toEqual([])
})

it('is stale at once if by the device’s clock it is yet to come', async () => {
  setDevice(NOW - DAY)
  await keepSeen({ ...seen, at: NOW, deviceAt: NOW - DAY })
  const queries = new QueryClient()
  expect(await bringBackSeen(queries, session, NOW - DAY)).toEqual([{ queryKey: PROGRESS, at: NOW }])
  expect(queries.getQueryState(PROGRESS)).toMatchObject({ dataUpdatedAt: NOW, isInvalidated: true })
})

it('is dated by the server’s clock, and kept once that is known', async () => {
  const queries = new QueryClient()
  queries.setQueryData(['mine', 'results'], { results: [] })
  keepWhatIsSeenOf(queries, session)
  queries.setQueryData(PROGRESS, { visits: [] })
  // It is kept after all that was kept before it.
  await keepSeen({ ...seen, queryKey: ['mine', 'crews'], at: DEVICE })
  expect((await readSeen(DEVICE)).map(({ queryKey }) => queryKey)).toEqual([['mine', 'crews']])
  await dropLastSeen()

  learnServerNow(new Date(NOW).toISOString())
  await vi.waitFor(async () => expect(await readSeen(serverNow())).toHaveLength(2))
  expect((await readSeen(serverNow())).map(({ at, deviceAt }) => [at, deviceAt])).toEqual([
    [NOW, DEVICE],
    [NOW, DEVICE],
  ])
  expect(await readSeen(NOW + 31 * DAY)).toEqual([])
})

it('is brought back as what the device saw at that time', async () => {
  await keepSeen({ ...seen, at: NOW - DAY, deviceAt: DEVICE - DAY })
  const queries = new QueryClient()
  expect(await bringBackSeen(queries, session, serverNow())).toEqual([{ queryKey: PROGRESS, at: NOW - DAY }])
  expect(queries.getQueryState(PROGRESS)).toMatchObject({ dataUpdatedAt: DEVICE - DAY, isInvalidated: false })
})
