import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { TEST_TYPES } from '../../../components/art/test-types'
import { bookingRow } from '../../../test/booking-row'
import { renderQueried } from '../../../test/render'
import { BookingDrawer } from './BookingDrawer'

const BOOKING = {
  ...bookingRow({ eventTestStatus: 'booked', score: null, onboardedAt: '2026-11-20T10:00:00Z' }),
  notes: 'N/A',
  history: [],
}
const result = (TestType: string, status = 'closed') => ({ TestType, status, score: 50, Attempts: [] })
const SIX = TEST_TYPES.map((test) => result(test))

async function open(results: unknown[], more: object = {}) {
  vi.spyOn(api, 'get').mockResolvedValue({ ...BOOKING, results, ...more } as never)
  renderQueried(<BookingDrawer id="b1" row={undefined} onClose={vi.fn<() => void>()} />)
  await screen.findByRole('button', { name: 'Decline' })
}
const button = (name: string) => screen.queryByRole('button', { name })
const FINISH = 'Finish with what was recorded'

// RULES 4.5
it.each([
  [false, {}],
  [true, { holdReveal: true }],
])('a visit with six results is finished with those of the server (held: %s)', async (held, more) => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ uaid: '10000001', score: 50 } as never)
  await open(SIX)
  await userEvent.click(screen.getByRole('button', { name: FINISH }))
  if (held) await userEvent.click(screen.getByRole('checkbox', { name: /^Hold for the reveal/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Finish the visit' }))
  const body = { uaid: '10000001', EventBookingId: 'b1', Status: 'completed', ...more }
  expect(post).toHaveBeenCalledWith('event/admin/final', body, { idempotencyKey: expect.any(String) })
})

it.each([
  ['a test is missing', SIX.slice(1), {}],
  ['a test was not done', [...SIX.slice(1), result('Cognitive', 'dnt')], {}],
  ['it waits for assistance', SIX, { eventTestStatus: 'assistance' }],
])('no visit is finished when %s', async (_, results, more) => {
  await open(results, more)
  expect(button(FINISH)).toBeNull()
})

// RULES 4.7
it.each([
  ['without an onboarding', [], { onboardedAt: null }, true],
  ['without results', [], {}, true],
  ['with a result', SIX.slice(5), {}, false],
])('a booking %s can be moved or not', async (_, results, more, moves) => {
  await open(results, more)
  expect(button('Move') !== null).toBe(moves)
})
