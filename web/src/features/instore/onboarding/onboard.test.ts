// Who can no longer be onboarded, by the day's list and by the server.
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import type { Day } from '../../../offline/day'
import { dayBooking } from '../../../test/day-booking'
import type { DeskStore } from '../desk/desk-store'
import { canStillFinish, onboardByCode, onboardListed } from './onboard'

const server = vi.hoisted(() => ({ post: vi.fn<() => Promise<unknown>>() }))

vi.mock('../../../api/client/client', () => ({ api: { post: server.post }, newKey: () => 'key' }))
vi.mock('../../../rules', () => ({
  loadRules: () => Promise.resolve({ normaliseBookingCode: (code: string) => code }),
}))
vi.mock('../../../offline/day', () => ({
  loadDay: () => Promise.resolve({ date: '2026-11-21', bookings: [] }),
}))

const day = { date: '2026-11-21', protocols: { version: 1, tests: [] } } as unknown as Day
const NOT_TESTED = 'That booking was marked as not tested. Book them again, or ask programme delivery.'

/** A tablet without athletes; `left` are those who were on it. */
function desk(left: object = {}) {
  const onboard = vi.fn(() => null)
  const store = { state: () => ({ people: {}, left }), onboard } as unknown as DeskStore
  return { onboard, store }
}

it('refuses a late-comer who was marked as not tested, as the server does', () => {
  const missed = dayBooking('b1', { eventTestStatus: 'dnt' })
  const { onboard, store } = desk()
  expect(onboardListed(store, missed, day, null)).toEqual({ is: 'refused', why: NOT_TESTED })
  expect(onboard).not.toHaveBeenCalled()
  expect(onboardListed(store, dayBooking('b1'), day, null)).toEqual({ is: 'done' })
  expect(onboard).toHaveBeenCalledOnce()
})

it('carries on with somebody who was onboarded before that, unless it was undone here', () => {
  const late = dayBooking('b1', { eventTestStatus: 'dnt', onboarded: true })
  expect(onboardListed(desk().store, late, day, null).is).toBe('already')
  const released = { b1: { how: 'released', person: { bookingId: 'b1' }, athlete: null, at: 0 } }
  expect(onboardListed(desk(released).store, late, day, null)).toEqual({ is: 'refused', why: NOT_TESTED })
})

// RULES 4.17
it('carries on with no visit whose score was removed, whatever this tablet knows', () => {
  const removed = dayBooking('b1', { eventTestStatus: 'dnt', onboarded: true, scoreRemoved: true })
  const { onboard, store } = desk()
  const why = 'Programme delivery has removed the score of that visit, so it takes no other. Ask them.'
  expect(onboardListed(store, removed, day, null)).toEqual({ is: 'refused', why })
  expect(canStillFinish(removed, undefined)).toBe(false)
  expect(onboard).not.toHaveBeenCalled()
})

it.each([
  ['CODE_USED', 'dnt', NOT_TESTED],
  [
    'STATUS_CONFLICT',
    'assistance',
    'They asked for help and the programme team has not confirmed yet. Give the team a call.',
  ],
])('says so too where only the server knows the code: %s', async (code, status, why) => {
  server.post.mockRejectedValue(new ApiFailure(code, 'Used.', 409, 'code', null, null, { status }))
  const tablet = { store: desk().store, device: () => Promise.resolve(null), online: true }
  expect(await onboardByCode(tablet, '7K3QXM', null)).toEqual({ is: 'refused', why })
})
