import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dayView, type DayAnswer, type Wording } from './day-view'
import { SlotStep, type Choice } from './SlotStep'
import type { Book } from './use-book'

const DATE = '2026-11-24'
const DAY: DayAnswer = {
  date: DATE,
  open: true,
  slots: [
    { time: '10:00', remaining: 6, available: true },
    { time: '10:15', remaining: 0, available: false, reason: 'SLOT_FULL' },
  ],
}
const WORDING: Wording = { retestOpensOn: null, firstDate: DATE, lastDate: '2026-11-30' }
const BOOK = {
  config: { event: { eventId: 'academy' } },
  type: 'test',
  capacity: 6,
  today: '2026-11-23',
  bounds: { first: '2026-11-01', last: '2026-11-30' },
  firstDate: DATE,
  wording: WORDING,
  dayOf: (date: string) => (date === DATE ? DAY : { date, open: false, slots: [] }),
  viewOf: (date: string) => dayView(BOOK.dayOf(date), 6, WORDING),
  days: [DAY],
} as unknown as Book

let asked: string[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ csrfToken: 'token' })
    asked.push(method)
    return Response.json({ succeeded: true, data: method === 'POST' ? { position: 2 } : {}, error: null })
  })
})
afterEach(() => vi.unstubAllGlobals())

function Step({ book = BOOK }: { book?: Book }) {
  const [choice, setChoice] = useState<Choice>({ date: DATE, time: null })
  return (
    <SlotStep
      book={book}
      moving={null}
      signedIn
      choice={choice}
      beaten={false}
      onChoose={setChoice}
      onDone={vi.fn()}
    />
  )
}

it('knows the place in line again after another time was looked at, until it is given up', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Step />
    </QueryClientProvider>,
  )
  const time = (clock: string) =>
    screen.getByRole('button', { name: new RegExp(`^${clock}`), pressed: false })
  await userEvent.click(time('10:15'))
  await userEvent.click(screen.getByRole('button', { name: 'Join the waiting list' }))
  expect(await screen.findByText(/You are number 2 in line/)).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: /^10:00/ })[0] as HTMLElement)
  expect(screen.queryByText(/in line/)).toBeNull()
  await userEvent.click(time('10:15'))
  expect(screen.getByText(/You are number 2 in line/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Leave the waiting list' }))
  expect(await screen.findByRole('button', { name: 'Join the waiting list' })).toBeTruthy()
  expect(asked).toEqual(['POST', 'DELETE'])
})

it('offers no other time to somebody whose retest is not open yet', async () => {
  const wording = { ...WORDING, retestOpensOn: '2026-11-28' }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Step book={{ ...BOOK, wording }} />
    </QueryClientProvider>,
  )
  const choice = screen.getByRole('region', { name: 'Your choice' })
  expect(choice.textContent).toBe('Your retest opens on Sat 28 Nov.')
  await userEvent.click(screen.getByRole('button', { name: /^10:15/ }))
  expect(choice.textContent).toBe('Your retest opens on Sat 28 Nov.')
})
