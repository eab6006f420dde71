import { expect, it, vi } from 'vitest'
import type { Day } from '../../../offline/day'
import { dayBooking } from '../../../test/day-booking'
import type { DeskStore } from '../desk/desk-store'
import { carryOn } from './onboard'

// RULES 7.5
it.each([
  ['an earlier version', 1, 1],
  ['the version in force', 3, 3],
  ['a version that the list does not have', 4, 3],
])('carries on with somebody who was onboarded with %s', (_, protocolVersion, version) => {
  const day = {
    date: '2026-11-21',
    protocols: { version: 3, tests: [] },
    earlierProtocols: [
      { version: 1, tests: [] },
      { version: 2, tests: [] },
    ],
  } as unknown as Day
  const onboard = vi.fn<DeskStore['onboard']>(() => null)
  const store = { onboard } as unknown as DeskStore
  carryOn(store, dayBooking('b1', { onboarded: true, protocolVersion }), day)
  expect(onboard.mock.lastCall?.[0]).toMatchObject({ day: '2026-11-21', protocols: { version } })
})
