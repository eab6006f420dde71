// @vitest-environment node
// The earliest time of the booking page, by the real rules.
import { expect, it } from 'vitest'
import { loadRules } from '../../../rules'
import { booked } from '../../../test/booked'
import { oneTimeADay } from '../../../test/event-config'
import { makeBook } from '../use-book'

const rules = await loadRules()
// A Sunday; with a day's notice the first bookable day is Mon 23 Nov.
const NOW = Date.UTC(2026, 10, 22, 12)
const config = oneTimeADay({ daysAhead: 1, closedDates: ['2026-11-28'] })
const full = (date: string) => ({ date, slots: [{ time: '10:00', remaining: 0 }] })

// RULES 3.13
it('is the first with a place, and the first of those that are wanted', () => {
  const book = makeBook(rules, config, [], [[full('2026-11-23')], [full('2026-11-24')]], NOW)
  expect(book.earliest()).toEqual({ date: '2026-11-25', time: '10:00' })
  const wanted = { days: ['SATURDAY'], part: 'MORNING', until: '2026-12-31' } as const
  expect(book.earliest(wanted)).toEqual({ date: '2026-12-05', time: '10:00' })
  expect(book.earliest({ ...wanted, until: '2026-12-04' })).toBeNull()
  expect(book.earliest({ ...wanted, part: 'EVENING' })).toBeNull()
  expect(book.earliest({ ...wanted, days: [] })).toBeNull()
})

it('is not the time of the booking that is moved', () => {
  const own = booked({ eventTestDate: '2026-11-23', eventTestTime: '10:00' })
  const book = makeBook(rules, config, [own], [[]], NOW)
  expect(book.earliest()).toEqual({ date: '2026-11-24', time: '10:00' })
  expect(book.earliest({ days: ['MONDAY'], part: 'ANY', until: '2026-11-29' })).toBeNull()
  expect(book.dayOf('2026-11-23').slots).toMatchObject([{ time: '10:00', available: true }])
})
