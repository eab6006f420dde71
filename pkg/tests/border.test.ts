// @vitest-environment node
/**
 * What JavaScript can hand to the rules beyond JSON: whatever stands somewhere in an object, it is read or refused in words, and
 * never ends in a panic. `tests/support/parsers/border.rs` does the same with JSON.
 */
import { expect, test } from 'vitest'

import { checkSchedule, menuChoice, profileErrors, readHistory } from '../index'

const CASES = 1_000
const NOW_MS = Date.UTC(2026, 10, 21)

/** Numbers below 2³² from a seed (mulberry32), so that a case that fails can be seen again. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

/** A new one for each case, which may change it. */
const odd = (): unknown[] => [
  undefined,
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  0.5,
  -1,
  65_536,
  2 ** 53,
  Number.MAX_VALUE,
  10n ** 30n,
  Symbol('s'),
  () => 1,
  new Date(Number.NaN),
  new Map([['monday', []]]),
  new Uint8Array(3),
  new String('booked'),
  Object.create(null),
  [],
  {},
  [[[]]],
  // eslint-disable-next-line no-sparse-arrays
  [, '09:00'],
  '',
  '\ud800',
  'x'.repeat(100_000),
  '09:00',
  '24:00',
  '2026-02-29',
  '9999-12-31',
  'booked',
  true,
]

const week = () => ({
  monday: ['09:00', '14:15'],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: ['23:45'],
  saturday: [],
  sunday: [],
})

const GOOD: Record<string, () => unknown> = {
  schedule: () => ({
    testSlots: week(),
    retestSlots: week(),
    bankHolidays: ['2026-12-25'],
    closedSessions: [{ sessionDate: '2026-11-23', sessionStart: '10:00', sessionEnd: '12:00' }],
    startDate: null,
    slotCapacity: 6,
  }),
  history: () => [{ eventTestStatus: 'completed', eventTestDate: '2026-03-02' }],
  profile: () => ({
    firstName: 'Zoë',
    lastName: 'O’Neill',
    phoneNumber: '07700 900123',
    postcode: null,
    assistanceRequired: true,
    socialMediaHandles: [{ socialMediaName: 'TikTok', handle: '@six' }],
  }),
  status: () => 'booked',
}

/** Replaces one value of a value, however deep, or the whole. */
function spoilt(value: unknown, roll: (sides: number) => number): unknown {
  const holds = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]'
  if (typeof value !== 'object' || value === null || !holds || roll(5) === 0) {
    const values = odd()
    return values[roll(values.length)]
  }
  const keys = Object.keys(value)
  const key = keys[roll(keys.length + 1)] ?? 'further'
  Reflect.set(value, key, spoilt(Reflect.get(value, key), roll))
  return value
}

/** Each of our calls that reads a value; the types of the page are what this is about. */
function read(value: never): unknown[] {
  return [checkSchedule(value), readHistory(value), profileErrors(value, NOW_MS), menuChoice(value)]
}

for (const [name, good] of Object.entries(GOOD)) {
  test(`no ${name} is read with a panic`, () => {
    const roll = dice(16)
    for (let count = 0; count < CASES; count++) {
      let value = good()
      for (let times = 0; times <= roll(3); times++) value = spoilt(value, roll)
      const [schedule, history, profile] = read(value as never)
      for (const answer of [schedule, history]) {
        expect(answer).toHaveProperty('ok')
        if (!(answer as { ok: boolean }).ok) expect(answer).toHaveProperty('error.message')
      }
      expect(Array.isArray(profile)).toBe(true)
    }
  })
}

test('a missing field is named, unless it has a default', () => {
  const missing = (field: string) => ({ code: 'MALFORMED', message: `${field} is missing.` })
  const history = (entry: object) => readHistory([entry] as never)
  expect(history({ eventTestDate: '2026-03-02' })).toEqual({ ok: false, error: missing('eventTestStatus') })
  const none = { bookingType: 'retest', lastCompleted: null }
  expect(history({ eventTestStatus: 'completed' })).toEqual({ ok: true, value: none })
  expect(history({ eventTestStatus: 'completed', eventTestDate: null })).toEqual({ ok: true, value: none })

  const withoutSunday = { ...week(), sunday: undefined }
  expect(checkSchedule({ testSlots: withoutSunday } as never)).toMatchObject({ error: missing('sunday') })
  expect(checkSchedule({})).toMatchObject({ ok: true })
})
