import { expect, it } from 'vitest'
import {
  addDays,
  dateAndTime,
  dayFullMonthYear,
  dayMonth,
  dayMonthYear,
  longDate,
  longDay,
  shortDate,
  shortDay,
} from './civil-date'
import {
  fromLondonField,
  londonDate,
  londonDateTime,
  londonMoment,
  londonTime,
  londonTimeWithSeconds,
  toLondonField,
} from './london'

it('writes a date in every way that screens need', () => {
  expect(dayMonth('2026-09-02')).toBe('2 Sep')
  expect(dayMonthYear('2001-02-03')).toBe('3 Feb 2001')
  expect(dayFullMonthYear('2026-11-21')).toBe('21 November 2026')
  expect(shortDay('2026-11-21')).toBe('Sat 21 Nov')
  expect(shortDate('2026-11-21')).toBe('Sat 21 Nov 2026')
  expect(longDay('2026-11-21')).toBe('Saturday 21 November')
  expect(longDate('2026-11-21')).toBe('Saturday 21 November 2026')
  expect(dateAndTime('2026-11-21', null)).toBe('Sat 21 Nov 2026')
})

it('counts days past the end of summer time', () => {
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
})

it('shows a moment on London’s clocks, in winter and in summer', () => {
  expect(londonDateTime(Date.UTC(2026, 10, 21, 14, 15))).toBe('Sat 21 Nov 2026, 14:15')
  expect(londonDateTime(Date.UTC(2026, 5, 30, 23, 5))).toBe('Wed 1 Jul 2026, 00:05')
  expect(londonDateTime('2026-09-02T12:03:00Z', shortDay)).toBe('Wed 2 Sep, 13:03')
  expect(londonDate('2026-06-30T23:30:00Z')).toBe('2026-07-01')
  expect(londonTime('2026-07-01T12:03:00.000Z')).toBe('13:03')
  expect(londonTimeWithSeconds('2026-07-01T12:03:09.000Z')).toBe('13:03:09')
})

it('leaves out the date of a moment of the same day', () => {
  const now = Date.parse('2026-07-01T22:59:00Z')
  expect(londonMoment('2026-06-30T23:00:00Z', now)).toBe('00:00')
  expect(londonMoment('2026-07-01T23:00:00Z', now)).toBe('Thu 2 Jul 2026, 00:00')
})

it('reads and fills a date and time field by London’s clocks', () => {
  expect(toLondonField('2026-07-01T11:30:00Z')).toBe('2026-07-01T12:30')
  expect(toLondonField('never')).toBe('')
  expect(fromLondonField('2026-07-01T12:30')).toBe('2026-07-01T11:30:00Z')
  expect(fromLondonField('2026-01-01T00:00')).toBe('2026-01-01T00:00:00Z')
  // The hour that is skipped in spring.
  expect(fromLondonField('2026-03-29T01:30')).toBeNull()
  expect(fromLondonField('')).toBeNull()
})
