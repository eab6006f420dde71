// @vitest-environment node
// An opening passes while the page is open: the same settings, asked a moment later.
import { expect, it } from 'vitest'
import type { EventConfig, Weekday } from '../../../api/types'
import { loadRules } from '../../../rules'
import { makeBook } from '../use-book'

const rules = await loadRules()
const OPENS = Date.UTC(2026, 10, 25, 20)
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const everyDay = Object.fromEntries(WEEK.map((day) => [day, ['10:00']])) as Record<Weekday, string[]>

const config = {
  bookingSessionConfig: {
    testSlots: everyDay,
    retestSlots: everyDay,
    bankHolidays: [],
    closedDates: ['2026-12-25'],
    closedSessions: [],
    trainingSessions: [],
    mopupSessionsRef: [],
    daysAhead: 1,
    startDate: null,
    retestDelay: 28,
    windowDays: 28,
    slotCapacity: 6,
    cancelCutoffMinutes: 0,
    openings: [{ from: '2026-12-01', to: '2027-01-31', opensAt: new Date(OPENS).toISOString() }],
  },
} as unknown as EventConfig

const bookAt = (nowMs: number) => makeBook(rules, config, [], [[], []], [], nowMs)

it('shows when its days open, beyond the window too', () => {
  const book = bookAt(OPENS - 60_000)
  expect(book.bounds.last).toBe('2027-01-31')
  for (const date of ['2026-12-01', '2027-01-31']) {
    expect(book.viewOf(date)).toMatchObject({ look: 'soon', why: 'Opens Wed 25 Nov, 20:00', opens: '20:00' })
  }
  expect(book.viewOf('2026-11-30').look).toBe('open')
  expect(book.viewOf('2027-02-01').look).toBe('none')
  expect(book.viewOf('2026-12-25').look).toBe('none')
})

it('offers them at the minute', () => {
  const book = bookAt(OPENS)
  for (const date of ['2026-12-01', '2027-01-31']) expect(book.viewOf(date).look).toBe('open')
  expect(book.viewOf('2026-12-25').look).toBe('closed')
})
