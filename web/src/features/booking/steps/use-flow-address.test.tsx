// The selected day while the page stays open.
import { renderHook } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { addDays, daysBetween, type CivilDate } from '../../../academy/civil-date'
import { dayView, type DayAnswer } from '../calendar/day-view'
import type { Book } from '../use-book'
import { useFlowAddress } from './use-flow-address'

vi.mock('@tanstack/react-router', () => ({
  useLocation: ({ select }: { select: (at: { searchStr: string }) => unknown }) => select({ searchStr: '' }),
  useNavigate: () => () => Promise.resolve(),
}))

const LAST = '2026-11-30'

/** A calendar that begins with this Monday, and that can be booked from `firstDate` on. */
function bookFrom(monday: CivilDate, firstDate: CivilDate) {
  const days = Array.from({ length: daysBetween(monday, LAST) + 1 }, (_, index): DayAnswer => {
    const date = addDays(monday, index)
    return date < firstDate
      ? { date, open: false, reason: 'DATE_TOO_EARLY', slots: [] }
      : { date, open: true, slots: [{ time: '10:00', remaining: 6, available: true }] }
  })
  const wording = { retestOpensOn: null, firstDate, lastDate: LAST }
  const dayOf = (date: CivilDate) => days.find((day) => day.date === date) ?? { date, open: false, slots: [] }
  const viewOf = (date: CivilDate) => dayView(dayOf(date), 6, wording)
  return { bounds: { first: monday, last: LAST }, firstDate, days, dayOf, viewOf } as unknown as Book
}

it('moves on to the first open day once the calendar has left it behind', () => {
  const saturday = bookFrom('2026-11-16', '2026-11-22')
  const { result, rerender } = renderHook(({ book }) => useFlowAddress(book, ['slot'], () => true), {
    initialProps: { book: saturday },
  })
  expect(result.current.choice).toEqual({ date: '2026-11-22', time: null })

  // Past midnight: the first day that can be booked is in the next week.
  const sunday = bookFrom('2026-11-23', '2026-11-23')
  rerender({ book: sunday })
  expect(result.current.choice).toEqual({ date: '2026-11-23', time: null })
  expect(sunday.viewOf(result.current.choice.date).why).toBeNull()

  // A day that is still shown stays selected, whatever becomes of it.
  rerender({ book: bookFrom('2026-11-23', '2026-11-24') })
  expect(result.current.choice.date).toBe('2026-11-23')
})
