import { expect, it } from 'vitest'
import { alertText, daysText } from './alerts'

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
