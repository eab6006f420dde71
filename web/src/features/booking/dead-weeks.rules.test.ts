// @vitest-environment node
// The calendar begins where something can be chosen: weeks before that take no room.
import { expect, it } from 'vitest'
import { loadRules } from '../../rules'
import { oneTimeADay } from '../../test/event-config'
import { DEFAULT_ENTRY, type BookingEntry } from './entry'
import { makeBook } from './use-book'

const rules = await loadRules()
// A Sunday; with a day's notice the first bookable day is Tue 24 Nov.
const NOW = Date.UTC(2026, 10, 22, 12)
const config = oneTimeADay({ daysAhead: 2 })

const bookFor = (entries: readonly BookingEntry[]) => makeBook(rules, config, entries, [[], []], NOW)

it('begins with the week of the first day that can be booked', () => {
  const book = bookFor([])
  expect([book.firstDate, book.bounds.first]).toEqual(['2026-11-24', '2026-11-23'])
})

it('goes back to the week of the booking that is moved', () => {
  const booked = { ...DEFAULT_ENTRY, eventTestStatus: 'booked', eventTestDate: '2026-11-18' } as BookingEntry
  expect(bookFor([booked]).bounds.first).toBe('2026-11-16')
})
