// @vitest-environment node
/** The shared rule cases, run through WebAssembly; `crates/domain/tests/vectors.rs` runs them natively. */
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import {
  Places,
  SLOT_TIMES,
  Schedule,
  bookingType,
  checkSchedule,
  lastCompleted,
  normaliseBookingCode,
  retestEligibility,
  roundToHundredths,
} from '../index'
import type { BookingSessionConfig, BookingType, HistoryEntry, SlotQuery } from '../index'

function cases<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`../../tests/vectors/${name}.json`, import.meta.url), 'utf8')) as T[]
}

const WEEK = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }

/** A case names only what differs from the defaults. */
function complete(config: Partial<BookingSessionConfig>): BookingSessionConfig {
  return {
    testSlots: WEEK,
    retestSlots: WEEK,
    bankHolidays: [],
    closedDates: [],
    closedSessions: [],
    trainingSessions: [],
    mopupSessionsRef: [],
    daysAhead: 1,
    startDate: null,
    retestDelay: 1,
    windowDays: 30,
    slotCapacity: 6,
    cancelCutoffMinutes: 0,
    ...config,
  }
}

interface Query {
  now: string
  bookingType: BookingType
  lastCompleted?: string | null
  bypass: boolean
}

function read({ now, ...query }: Query): SlotQuery {
  return { ...query, nowMs: Date.parse(now) }
}

interface SlotCase {
  name: string
  config: Partial<BookingSessionConfig>
  query: Query
  date: string
  remaining: number
  open: boolean
  reason: string | null
  slots: [string, string | null][]
}

describe('slots', () => {
  test.each(cases<SlotCase>('slots'))('$name', ({ config, query, date, remaining, open, reason, slots }) => {
    const places = new Places(6)
    for (const time of SLOT_TIMES) places.set(date, time, remaining)
    const day = new Schedule(complete(config)).day(read(query), date, places)
    expect([day.open, day.reason ?? null]).toEqual([open, reason])
    expect(day.slots.map((slot) => [slot.time, slot.reason ?? null])).toEqual(slots)
    expect(day.slots.every((slot) => slot.available === (slot.reason === undefined))).toBe(true)
  })
})

interface WindowCase {
  name: string
  config: Partial<BookingSessionConfig>
  query: Query
  first: string | null
  last: string
}

describe('windows', () => {
  test.each(cases<WindowCase>('windows'))('$name', ({ config, query, first, last }) => {
    const schedule = new Schedule(complete(config))
    expect([schedule.firstDate(read(query)), schedule.lastDate(read(query))]).toEqual([first, last])
  })
})

interface RetestCase {
  name: string
  history: HistoryEntry[]
  retestDelay: number
  today: string
  bookingType: BookingType
  lastCompleted: string | null
  opensOn: string | null
}

describe('retests', () => {
  test.each(cases<RetestCase>('retests'))('$name', (expected) => {
    const { history, retestDelay, today } = expected
    const retest = retestEligibility(history, retestDelay, today)
    expect(bookingType(history)).toBe(expected.bookingType)
    expect(lastCompleted(history)).toBe(expected.lastCompleted)
    expect([retest.allowed, retest.allowed ? null : retest.opensOn]).toEqual([
      expected.opensOn === null,
      expected.opensOn,
    ])
  })
})

test('scores', () => {
  for (const { text, hundredths } of cases<{ text: string; hundredths: number | null }>('scores')) {
    expect(roundToHundredths(text) ?? null, text).toBe(hundredths)
  }
})

test('codes', () => {
  for (const { text, code } of cases<{ text: string; code: string | null }>('codes')) {
    expect(normaliseBookingCode(text) ?? null, text).toBe(code)
  }
})

describe('what a rule refuses comes back as a value', () => {
  test('a schedule that breaks a rule names the field', () => {
    const off = complete({ testSlots: { ...WEEK, tuesday: ['08:45'] } })
    expect(checkSchedule(off)).toMatchObject({
      ok: false,
      error: { code: 'TIME_OFF_GRID', field: 'testSlots.tuesday' },
    })
    expect(() => new Schedule(off)).toThrow('08:45 is not a test time')
  })

  test('a value of the wrong shape is malformed, not a crash', () => {
    for (const wrong of [null, 7, 'x', [], { daysAhead: 'soon' }, { closedDates: ['2026-02-30'] }]) {
      expect(checkSchedule(wrong as unknown as BookingSessionConfig)).toMatchObject({
        ok: false,
        error: { code: 'MALFORMED' },
      })
    }
  })
})
