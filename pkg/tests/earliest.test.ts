// @vitest-environment node
/** The earliest time in the browser: the first of all that the grid offers. */
import { expect, test } from 'vitest'

import {
  addDays,
  PARTS_OF_DAY,
  Places,
  Schedule,
  SLOT_TIMES,
  WEEKDAYS,
  type SlotQuery,
  type Wanted,
} from '../index'

const NOW = Date.UTC(2026, 10, 26, 14)
const every = (times: readonly string[]) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day.toLowerCase(), [...times]])) as never

/** Numbers below `below`, the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function scheduleOf(roll: (below: number) => number) {
  const times = SLOT_TIMES.filter(() => roll(6) === 0)
  return new Schedule({
    testSlots: every(times),
    retestSlots: every(times.slice(1)),
    bankHolidays: ['2026-12-25'],
    closedDates: ['2026-11-27', '2026-12-05'],
    closedSessions: [],
    trainingSessions: [],
    mopupSessionsRef: [],
    daysAhead: roll(3),
    startDate: roll(4) === 0 ? '2026-12-01' : null,
    retestDelay: 7,
    windowDays: 20,
    slotCapacity: 2,
    cancelCutoffMinutes: 0,
  })
}

const PART: Record<Wanted['part'], (time: string) => boolean> = {
  ANY: () => true,
  MORNING: (time) => time < '12:00',
  AFTERNOON: (time) => time >= '12:00' && time < '17:00',
  EVENING: (time) => time >= '17:00',
}

// RULES 3.13
test('the earliest time is the first that the grid offers', () => {
  const roll = dice(6)
  let found = 0
  for (let round = 0; round < 300; round++) {
    const schedule = scheduleOf(roll)
    const query: SlotQuery = {
      nowMs: NOW,
      bookingType: roll(2) === 0 ? 'test' : 'retest',
      lastCompleted: roll(4) === 0 ? '2026-11-24' : '2026-10-01',
    }
    const places = new Places(2)
    const full = roll(10)
    for (let day = 0; day < 25; day++) {
      for (const time of SLOT_TIMES) if (roll(10) < full) places.set(addDays('2026-11-26', day), time, 0)
    }
    const wanted: Wanted = {
      days: WEEKDAYS.filter(() => roll(2) === 0),
      part: PARTS_OF_DAY[roll(4)] ?? 'ANY',
      until: addDays('2026-11-26', roll(30)),
    }
    const grid = schedule.grid(query, '2026-11-26', 40, places)
    const offered = Array.from({ length: 40 }, (_, index) => grid.day(index)).flatMap(({ date, slots }) =>
      slots.filter(({ available }) => available).map(({ time }) => ({ date, time })),
    )
    const weekday = (date: string) => WEEKDAYS[(new Date(`${date}T12:00Z`).getUTCDay() + 6) % 7]
    const first = offered.find(
      ({ date, time }) =>
        date <= wanted.until && PART[wanted.part](time) && wanted.days.some((day) => day === weekday(date)),
    )
    expect(schedule.earliest(query, places)).toEqual(offered[0] ?? null)
    expect(schedule.earliest(query, places, wanted)).toEqual(first ?? null)
    if (first) found++
    schedule.free()
  }
  expect(found).toBeGreaterThan(50)
  expect(found).toBeLessThan(250)
})
