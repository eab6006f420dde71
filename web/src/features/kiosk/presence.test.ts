import { expect, it } from 'vitest'
import { dayBooking } from '../../test/day-booking'
import { byPresence, countsOf, presenceOf } from './presence'
import type { Arrival } from './api'

const booking = (more: Partial<Arrival>): Arrival => ({
  ...dayBooking('b'),
  eventTestStatus: 'booked',
  ...more,
})

it('who waits at the door stands before those who are late, expected, testing and gone', () => {
  const day = [
    booking({ lastName: 'Gone', onboarded: true, eventTestStatus: 'completed' }),
    booking({ lastName: 'Testing', onboarded: true, arrivedAt: '2026-03-05T09:50:00Z' }),
    booking({ lastName: 'Soon', bookingTime: '10:30' }),
    booking({ lastName: 'Late' }),
    booking({ lastName: 'Here', bookingTime: '11:00', arrivedAt: '2026-03-05T10:00:00Z' }),
  ]
  expect(byPresence(day, '10:05').map(({ lastName }) => lastName)).toEqual([
    'Here',
    'Late',
    'Soon',
    'Testing',
    'Gone',
  ])
  expect(countsOf(day, '10:05')).toEqual({ here: 1, late: 1, expected: 1, testing: 1, gone: 1 })
  expect(presenceOf(booking({}), '10:00')).toBe('expected')
})
