import { expect, it } from 'vitest'
import { sayDay, sayMoment } from './moment'

it('says a moment by the clock of London', () => {
  expect(sayMoment(Date.UTC(2026, 10, 21, 14, 15))).toBe('Sat 21 Nov 2026, 14:15')
  expect(sayMoment(Date.UTC(2026, 5, 30, 23, 5))).toBe('Wed 1 Jul 2026, 00:05')
  expect(sayDay(Date.UTC(2026, 10, 21, 14, 15))).toBe('Sat 21 Nov 2026')
})
