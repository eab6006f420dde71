import { expect, it } from 'vitest'
import { DEFAULT_ENTRY } from '../entry'
import { alertText, daysText, hasAlready } from './alerts'

it('reads as a person would say it', () => {
  expect(daysText(['SATURDAY'])).toBe('Saturday')
  expect(daysText(['SUNDAY', 'SATURDAY'])).toBe('Saturday or Sunday')
  expect(daysText(['MONDAY', 'WEDNESDAY', 'FRIDAY'])).toBe('Monday, Wednesday or Friday')
  const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
  expect(alertText({ days, part: 'EVENING', until: '2027-01-31' })).toBe(
    'Any day, in the evening, until 31 Jan 2027',
  )
  expect(alertText({ days: ['SATURDAY'], part: 'ANY', until: '2027-01-31' })).toBe(
    'Saturday, until 31 Jan 2027',
  )
})

// RULES 5.5
it('compares a booking with what is wanted as the server does', () => {
  const has = (eventTestDate: string | null, eventTestTime: string | null) =>
    hasAlready(
      { ...DEFAULT_ENTRY, eventTestDate, eventTestTime },
      { days: ['SATURDAY'], part: 'MORNING', until: '2026-12-05' },
    )
  expect(has('2026-12-05', '09:00')).toBe(true)
  expect(has('2026-12-05', '12:00')).toBe(false)
  expect(has('2026-12-06', '09:00')).toBe(false)
  expect(has('2026-12-12', '09:00')).toBe(false)
  expect(has(null, null)).toBe(false)
  expect(hasAlready(null, { days: ['SATURDAY'], part: 'ANY', until: '2026-12-05' })).toBe(false)
})
