import {
  act,
  press,
  queriesKnowing,
  renderQueried,
  screen,
  type Sent,
  serve,
  userEvent,
  waitFor,
  within,
} from '../../../test/kit'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { dayView, type DayAnswer, type Wording } from '../calendar/day-view'
import { SlotStep, type Choice } from './SlotStep'
import type { Book } from '../use-book'
import { queryKeys } from '../../../api/queries'
import { paths } from '../../../paths'
import { NEXT_STEPS, type NextStep } from '../next-steps'

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

let sent: Sent[]
let waiting: boolean
/** What the server answers to somebody who has joined. */
let joining: (position: number) => object

const asked = () => sent.map(({ call }) => call.split(' ')[0]).filter((method) => method !== 'GET')

beforeEach(() => {
  waiting = false
  const line = {
    eventId: 'academy',
    eventTestDate: DATE,
    eventTestTime: '10:15',
    position: 2,
    offerId: null,
    offerExpiresAt: null,
  }
  joining = (position: number) => ({ position })
  sent = serve({
    'GET event/booking/waitlist': () => (waiting ? [line] : []),
    'POST event/booking/waitlist': () => {
      waiting = true
      return joining(line.position)
    },
    'DELETE event/booking/waitlist': () => {
      waiting = false
      return { position: null }
    },
  })
})

interface StepProps {
  book?: Book
  blocked?: string | null
  nextStep?: NextStep | undefined
  assistanceOnly?: boolean
  signedIn?: boolean
}

function Step({ book = BOOK, blocked = null, nextStep, assistanceOnly = false, signedIn = true }: StepProps) {
  const [choice, setChoice] = useState<Choice>({ date: DATE, time: null })
  return (
    <SlotStep
      book={book}
      moving={null}
      signedIn={signedIn}
      closed={false}
      blocked={blocked}
      nextStep={nextStep}
      assistanceOnly={assistanceOnly}
      choice={choice}
      beaten={false}
      onChoose={setChoice}
      onDone={vi.fn()}
    />
  )
}

const time = (clock: string) => screen.getByRole('radio', { name: new RegExp(`^${clock}`) })

it('knows the place in line again after another time was looked at, until it is given up', async () => {
  renderQueried(<Step />)
  await userEvent.click(time('10:15'))
  // A full time can be pressed: nothing says otherwise to a screen reader.
  expect(time('10:15').getAttribute('aria-disabled')).toBeNull()
  expect(time('10:15').getAttribute('aria-checked')).toBe('true')
  await press('Join the waiting list')
  expect((await screen.findByText(/You are number 2 in line\./)).textContent).toMatch(
    /first in line.*30 minutes/,
  )
  expect(time('10:15').textContent).toContain('You are number 2 in line')
  await userEvent.click(time('10:00'))
  expect(screen.queryByText(/You are number 2 in line\./)).toBeNull()
  expect(screen.getByText('Tue 24 Nov 2026, 10:00 chosen, 6 places left')).toBeTruthy()
  await userEvent.click(time('10:15'))
  expect(screen.getByText(/You are number 2 in line\./)).toBeTruthy()
  await press('Leave the waiting list')
  expect(await screen.findByRole('button', { name: 'Join the waiting list' })).toBeTruthy()
  expect(asked()).toEqual(['POST', 'DELETE'])
})

it('offers no other time to somebody whose retest is not open yet', async () => {
  const wording = { ...WORDING, retestOpensOn: '2026-11-28' }
  renderQueried(<Step book={{ ...BOOK, wording }} />)
  const choice = screen.getByRole('region', { name: 'Your choice' })
  expect(choice.textContent).toBe('You can book your retest from Sat 28 Nov.')
  await userEvent.click(screen.getByRole('radio', { name: /^10:15/ }))
  expect(choice.textContent).toBe('You can book your retest from Sat 28 Nov.')
})

/** Each choice has a bar of its own. */
const bar = () => screen.getByRole('region', { name: 'Your choice' })

it('offers nothing to somebody who has something to settle first, but the way there', async () => {
  const nextStep = NEXT_STEPS.GUARDIAN_REQUIRED
  renderQueried(<Step blocked={nextStep?.first ?? ''} nextStep={nextStep} />)
  await userEvent.click(screen.getByRole('radio', { name: /^10:00/ }))
  expect(bar().textContent).toContain('Your parent or guardian has to agree first.')
  expect(within(bar()).getByRole('link').getAttribute('href')).toBe(nextStep?.href)
  expect(within(bar()).queryByRole('button')).toBeNull()
  await userEvent.click(time('10:15'))
  expect(screen.queryByRole('button', { name: 'Join the waiting list' })).toBeNull()
  expect(time('10:15').textContent).toBe('10:15Full')
  expect(screen.getByText('Tue 24 Nov 2026, 10:15: Full')).toBeTruthy()
})

// RULES 5.1
it('has a visitor sign in to wait for a full time, and brings them back to it', async () => {
  renderQueried(<Step signedIn={false} />)
  expect(time('10:15').textContent).toBe('10:15Full: join the waiting list')
  await userEvent.click(time('10:15'))
  const href = within(bar()).getByRole('link', { name: 'Sign in to wait for it' }).getAttribute('href')
  const { pathname, searchParams } = new URL(href ?? '', window.location.href)
  expect(pathname).toBe(paths.login())
  expect(searchParams.get('callbackUrl')).toBe(paths.bookTest({ date: `${DATE}T10:15` }))
})

// RULES 6.4
it('offers no waiting list before the screening is checked, but a way out of one', async () => {
  waiting = true
  renderQueried(<Step assistanceOnly />)
  await userEvent.click(screen.getByRole('radio', { name: /^10:00/ }))
  expect(within(bar()).getByRole('button', { name: 'Book this time' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^10:15/ }))
  await press('Leave the waiting list')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave the waiting list' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Join the waiting list' })).toBeNull()
  expect(time('10:15').textContent).toBe('10:15Full')
  expect(bar().contains(document.activeElement)).toBe(true)
  expect(asked()).toEqual(['DELETE'])
})

it('tells the loss of a place and the next step in one go', () => {
  renderQueried(
    <SlotStep
      book={BOOK}
      moving={null}
      signedIn={false}
      closed={false}
      blocked={null}
      assistanceOnly={false}
      choice={{ date: DATE, time: '10:15' }}
      beaten
      onChoose={vi.fn()}
      onDone={vi.fn()}
    />,
  )
  expect(screen.getByRole('alert').textContent).toContain('Someone just took the last place')
  expect(screen.getByRole('alert').textContent).toContain('10:00')
})

it('offers a time that was lost as soon as it has a place again', () => {
  renderQueried(
    <SlotStep
      book={BOOK}
      moving={null}
      signedIn
      closed={false}
      blocked={null}
      assistanceOnly={false}
      choice={{ date: DATE, time: '10:00' }}
      beaten
      onChoose={vi.fn()}
      onDone={vi.fn()}
    />,
  )
  expect(within(bar()).getByRole('button', { name: 'Book this time' })).toBeTruthy()
})

it('lets somebody join again who has left a waiting list that they joined without an answer', async () => {
  joining = () => new Response(null, { status: 502 })
  const queries = queriesKnowing()
  renderQueried(<Step />, queries)
  await userEvent.click(screen.getByRole('radio', { name: /^10:15/ }))
  await press('Join the waiting list')
  await screen.findByRole('alert')
  await act(() => queries.invalidateQueries({ queryKey: queryKeys.waitlist }))
  await press('Leave the waiting list')
  joining = (position) => ({ position })
  await press('Join the waiting list')
  const joins = () => sent.filter(({ call }) => call.startsWith('POST'))
  await waitFor(() => expect(joins()).toHaveLength(2))
  // Under the first key the server would only repeat its answer.
  expect(new Set(joins().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
})
