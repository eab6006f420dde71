import { describe, expect, it } from 'vitest'
import { monthWeeks, moveFocus } from '../../academy/calendar-grid'
import { dayView, nearestAlternatives, partOfDay, type DayAnswer } from './calendar/day-view'
import { calendarFile, foldLine, type CalendarEvent } from './ticket/ics'
import { placesLeft, readSlotId, slotId } from './calendar/places'
import { moveInList } from './calendar/time-keys'

describe('the calendar under the keyboard', () => {
  const bounds = { first: '2026-11-01', last: '2026-12-31' }
  it('shows whole weeks from Monday', () => {
    const weeks = monthWeeks('2026-11')
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    expect(weeks.flat().filter(Boolean)).toHaveLength(30)
    expect(weeks[0]?.[6]).toBe('2026-11-01')
  })
  it.each([
    ['ArrowRight', '2026-11-22'],
    ['ArrowLeft', '2026-11-20'],
    ['ArrowDown', '2026-11-28'],
    ['ArrowUp', '2026-11-14'],
    ['Home', '2026-11-16'],
    ['End', '2026-11-22'],
    ['PageDown', '2026-12-21'],
    ['PageUp', '2026-11-01'],
  ])('%s leads from 21 November to %s', (key, to) => {
    expect(moveFocus('2026-11-21', { key }, bounds)).toBe(to)
  })
  it('keeps inside the months and leaves other keys alone', () => {
    expect(moveFocus('2026-12-31', { key: 'ArrowRight' }, bounds)).toBe('2026-12-31')
    expect(moveFocus('2026-12-28', { key: 'ArrowDown' }, bounds)).toBe('2026-12-28')
    expect(moveFocus('2026-11-21', { key: 'a' }, bounds)).toBeNull()
  })
  it('moves between times and stops at the ends', () => {
    const times = ['10:00', '10:15', '10:30']
    expect(moveInList(times, '10:00', 'ArrowRight')).toBe('10:15')
    expect(moveInList(times, '10:30', 'ArrowDown')).toBe('10:30')
    expect(moveInList(times, '10:15', 'End')).toBe('10:30')
    expect(moveInList(times, '10:15', 'Tab')).toBeNull()
  })
})

it('lays both types over each other', () => {
  const test = [{ date: '2026-11-24', slots: [{ time: '10:00', remaining: 3 }] }]
  const retest = [
    {
      date: '2026-11-24',
      slots: [
        { time: '10:00', remaining: 2 },
        { time: '18:00', remaining: 6 },
      ],
    },
  ]
  expect(placesLeft([test, retest])).toEqual([
    {
      date: '2026-11-24',
      slots: [
        { time: '10:00', remaining: 2 },
        { time: '18:00', remaining: 6 },
      ],
    },
  ])
  expect(readSlotId(slotId({ date: '2026-11-24', time: '10:00' }))).toEqual({
    date: '2026-11-24',
    time: '10:00',
  })
})

// RULES 3.12
it('does not say that booking is open up to a day beyond one that is too far ahead', () => {
  const why = (date: string, lastDate: string) =>
    dayView({ date, open: false, reason: 'DATE_TOO_LATE', slots: [] }, 6, {
      retestOpensOn: null,
      firstDate: '2026-11-24',
      lastDate,
    }).why
  expect(why('2026-12-28', '2026-12-27')).toBe('Booking is open up to Sun 27 Dec')
  // An opening for February has begun; the window ends in December.
  expect(why('2027-01-15', '2027-02-28')).toBe('Too far ahead to book')
})

it('offers the nearest free times', () => {
  const day = (date: string, ...free: string[]): DayAnswer => ({
    date,
    open: true,
    slots: ['10:00', '10:15', '11:00', '17:00'].map((time) => ({
      time,
      remaining: 1,
      available: free.includes(time),
    })),
  })
  const days = [day('2026-11-24', '11:00', '17:00'), day('2026-11-25', '10:15')]
  const found = nearestAlternatives(days, { date: '2026-11-24', time: '10:15' })
  expect(found.map(({ date, time }) => `${date} ${time}`)).toEqual([
    '2026-11-24 11:00',
    '2026-11-24 17:00',
    '2026-11-25 10:15',
  ])
  expect([partOfDay('11:45'), partOfDay('12:00'), partOfDay('17:00')]).toEqual([
    'Morning',
    'Afternoon',
    'Evening',
  ])
})

const APPOINTMENT: CalendarEvent = {
  uid: 'b1@sixfold',
  sequence: 2,
  confirmed: true,
  title: 'Sixfold test; all six, please',
  place: 'The Academy, SW11',
  url: 'https://example.com/en-gb/my-account-my-booking',
  description: 'Line one\nline two',
  startMs: Date.UTC(2026, 6, 1, 9, 15),
  endMs: Date.UTC(2026, 6, 1, 10, 45),
  stampMs: Date.UTC(2026, 5, 1),
}

// RULES 4.9
it('writes into a calendar file how often the booking has changed, and whether it is confirmed', () => {
  const file = calendarFile(APPOINTMENT)
  expect(file).toContain('UID:b1@sixfold\r\nSEQUENCE:2\r\n')
  expect(file).toContain('STATUS:CONFIRMED\r\n')
  const request = calendarFile({ ...APPOINTMENT, sequence: null, confirmed: false })
  expect(request).not.toContain('SEQUENCE')
  expect(request).toContain('STATUS:TENTATIVE\r\n')
})

it('writes a calendar file with UTC times, escaped text and folded lines', () => {
  const file = calendarFile(APPOINTMENT)
  expect(file).toContain('DTSTART:20260701T091500Z\r\n')
  expect(file).toContain('SUMMARY:Sixfold test\\; all six\\, please\r\n')
  expect(file).toContain('DESCRIPTION:Line one\\nline two\r\n')
  expect(
    foldLine('é'.repeat(60))
      .split('\r\n')
      .every((line) => new TextEncoder().encode(line).length <= 75),
  ).toBe(true)
})
