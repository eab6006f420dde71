import { expect, test } from 'vitest'
import { notOpenText, openingOf, opensText, type Opening } from '../../../academy/openings'
import { isDrawOf, lastComing, nextOpening, opensShort, runText, saidLeft, timeLeft } from './opening'

const DECEMBER: Opening = { from: '2026-12-01', to: '2026-12-31', opensAt: '2026-11-01T20:00:00.000Z' }
const JUNE: Opening = { from: '2027-06-07', to: '2027-06-20', opensAt: '2026-06-01T19:00:00.000Z' }
const at = Date.parse(DECEMBER.opensAt)
const MINUTE = 60_000

test('an opening is written by London’s clock, in winter and in summer', () => {
  expect([opensText(DECEMBER), opensText(JUNE)]).toEqual(['Sun 1 Nov, 20:00', 'Mon 1 Jun, 20:00'])
  expect([opensShort(DECEMBER, '2026-10-31'), opensShort(DECEMBER, '2026-11-01')]).toEqual(['1 Nov', '20:00'])
  expect([runText(DECEMBER), runText(JUNE), runText({ ...JUNE, to: JUNE.from })]).toEqual([
    'December 2026',
    'Mon 7 Jun to Sun 20 Jun',
    'Monday 7 June',
  ])
})

test('the next one is the soonest that has not begun', () => {
  const both = [DECEMBER, { ...JUNE, opensAt: '2026-10-01T19:00:00.000Z' }]
  expect(nextOpening(both, at - 1)).toEqual(DECEMBER)
  expect([nextOpening(both, at), lastComing(both, at)]).toEqual([null, null])
  expect(lastComing(both, 0)).toBe('2027-06-20')
  expect(openingOf(both, '2026-12-31')).toEqual(DECEMBER)
  expect(openingOf(both, '2027-01-01')).toBeNull()
  expect(notOpenText(both, '2026-12-31')).toBe('Opens Sun 1 Nov, 20:00')
  expect(notOpenText(both, '2027-01-01')).toBe('Not open yet')
})

test('the time left gets finer as it gets shorter', () => {
  const left = (ms: number) =>
    timeLeft(DECEMBER, at - ms)
      .map((pair) => pair.join(' '))
      .join(' ')
  expect(left(28 * 60 * MINUTE)).toBe('1 day 4 hours')
  expect(left(61 * MINUTE)).toBe('1 hour 1 minute')
  expect(left(59 * MINUTE + 59_001)).toBe('1 hour 0 minutes')
  expect(left(59 * MINUTE + 59_000)).toBe('59:59 to go')
  expect(left(1)).toBe('00:01 to go')
  expect(left(-5)).toBe('00:00 to go')
})

test('it is said at few minutes, and when it has come', () => {
  const said = [61, 60, 31, 29.5, 1.2, 1, 0.2, 0].map((minutes) => saidLeft(DECEMBER, at - minutes * MINUTE))
  expect(said).toEqual([
    '',
    'Booking opens in 60 minutes.',
    'Booking opens in 60 minutes.',
    'Booking opens in 30 minutes.',
    'Booking opens in 2 minutes.',
    'Booking opens in 1 minute.',
    'Booking opens in 1 minute.',
    'Booking for December 2026 is open.',
  ])
})

test('the draw is of the last quarter of an hour', () => {
  expect([at - 15 * MINUTE - 1, at - 15 * MINUTE, at - 1, at].map((now) => isDrawOf(DECEMBER, now))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
