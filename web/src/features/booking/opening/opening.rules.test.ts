// @vitest-environment node
// An opening passes while the page is open: the same settings, asked a moment later.
import { expect, it } from 'vitest'
import { loadRules } from '../../../rules'
import { oneTimeADay } from '../../../test/event-config'
import { makeBook } from '../use-book'

const rules = await loadRules()
const OPENS = Date.UTC(2026, 10, 25, 20)
const config = oneTimeADay({
  closedDates: ['2026-12-25'],
  daysAhead: 1,
  openings: [{ from: '2026-12-01', to: '2027-01-31', opensAt: new Date(OPENS).toISOString() }],
})

const bookAt = (nowMs: number) => makeBook(rules, config, [], [[], []], nowMs)

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
