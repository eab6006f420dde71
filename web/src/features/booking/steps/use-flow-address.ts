import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CivilDate } from '../../../academy/civil-date'
import { withQuery } from '../../../paths'
import { readQuery } from '../../../state/address'
import { useBookingData } from '../../../state/booking-store'
import type { Book } from '../use-book'
import { flowQuery, readFlow, type Step } from './flow-address'
import type { Choice } from './SlotStep'

const isShown = ({ bounds }: Book, date: CivilDate) => date >= bounds.first && date <= bounds.last

/** The day last selected, else the first one that is open. */
function firstDay(book: Book): CivilDate {
  const kept = useBookingData.getState().initDate
  if (kept && isShown(book, kept)) return kept
  const open = book.days.find(({ date }) => book.viewOf(date).look === 'open')
  return open?.date ?? book.firstDate ?? book.today
}

/** The state of booking in the address, so that Back, a reload and a sign-in return to the same step. */
export function useFlowAddress(book: Book, steps: readonly Step[], mayGoOn: (choice: Choice) => boolean) {
  const navigate = useNavigate()
  const { date, time, step } = readFlow(readQuery(useLocation({ select: ({ searchStr }) => searchStr })))
  const inView = date !== null && isShown(book, date)
  // A day without a time is only a selection: it is in the address only if a link put it there.
  const [selected, setDay] = useState(() => (inView ? date : firstDay(book)))
  // The calendar may have moved on past it while the page is open.
  const day = isShown(book, selected) ? selected : firstDay(book)
  if (day !== selected) setDay(day)
  const choice: Choice = inView && time !== null ? { date, time } : { date: day, time: null }
  const go = (to: Choice, next: Step, push: boolean) => {
    const query = { ...readQuery(window.location.search), ...flowQuery(to, next) }
    return navigate({ href: withQuery(window.location.pathname, query), replace: !push, resetScroll: false })
  }
  return {
    choice,
    step: mayGoOn(choice) && choice.time !== null && steps.includes(step) ? step : 'slot',
    choose: (next: Choice) => {
      setDay(next.date)
      if (next.time !== null || date !== null) void go(next, 'slot', false)
    },
    /** A history entry of its own, which Back undoes. */
    forward: (next: Step) => void go(choice, next, true),
    backTo: (next: Step) => void go(choice, next, false),
  } as const
}
