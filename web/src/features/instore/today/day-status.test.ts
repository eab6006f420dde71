import { afterEach, expect, test, vi } from 'vitest'
import type { DayBooking } from '../../../offline/day'
import { dayBooking } from '../../../test/day-booking'
import type { DeskContext } from '../desk/use-desk'
import { dayStatusOf } from './day-status'

const EMPTY = { store: { athlete: () => null }, state: { left: {} }, unsent: new Set<string>() }

afterEach(() => {
  vi.useRealTimers()
})

test('RULES 4.17: a removed score is told in place of the final that this tablet sent', () => {
  const left = { a: { how: 'final' } }
  const desk = { ...EMPTY, state: { left } } as unknown as DeskContext
  expect(dayStatusOf(desk, null, dayBooking('a', { eventTestStatus: 'completed' })).word).toBe(
    'Final on this tablet',
  )
  const removed = dayBooking('a', { eventTestStatus: 'dnt', onboarded: true, scoreRemoved: true })
  expect(dayStatusOf(desk, null, removed)).toMatchObject({ place: 'missed', word: 'Score removed' })
})

test('RULES 4.13: whoever has not come is late from the minute after the time of their booking', () => {
  const word = (at: string, more: Partial<DayBooking> = {}) => {
    vi.setSystemTime(at)
    return dayStatusOf(EMPTY as unknown as DeskContext, null, dayBooking('a', more)).word
  }
  expect(word('2026-11-27T10:00:30Z')).toBe('Booked')
  expect(word('2026-11-27T10:01:00Z')).toBe('Late')
  expect(word('2026-11-27T10:01:00Z', { bookingTime: '' })).toBe('Booked')
  expect(word('2026-11-27T10:01:00Z', { arrivedAt: '2026-11-27T10:00:50Z' })).toBe('Here')
  expect(word('2026-11-27T10:01:00Z', { onboarded: true })).toBe('Onboarded')
})
