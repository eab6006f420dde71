// RULES 10.7
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { learnServerNow } from '../api/clock'
import type { SessionClient } from '../auth/session-client'
import { keepSeen, readSeen } from './last-seen'
import { startOffline } from './start'

const SEEN_AT = Date.parse('2026-10-01T09:00:00Z')

/** A visit without a session. */
const nobody = {
  getState: () => ({ status: 'unauthenticated', data: null }),
  isUnsure: () => false,
  subscribe: () => () => undefined,
} as unknown as SessionClient

it('takes what is too old off the device once the server has said what time it is, though nobody is signed in', async () => {
  await keepSeen({ uaid: '7', queryKey: ['mine', 'results'], data: {}, at: SEEN_AT })
  await startOffline(nobody, new QueryClient())
  expect(await readSeen(SEEN_AT)).toHaveLength(1)
  learnServerNow('2026-11-24T09:00:00Z')
  await vi.waitFor(async () => expect(await readSeen(SEEN_AT)).toEqual([]))
})
