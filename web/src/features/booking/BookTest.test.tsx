import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../../api/queries'
import { answered, refused } from '../../test/answers'
import { queriesKnowing, renderQueried } from '../../test/render'
import type { BookTestWords } from './BookingFlow'
import { BookTest } from './BookTest'
import { dayView, type DayAnswer, type Wording } from './calendar/day-view'

const DATE = '2026-11-25'
const CHECKED_IN = 'You are checked in for this test. Talk to the team at the desk.'
const HERE = window.location.pathname
const CONFIRM = `?date=${DATE}T10:00&step=confirm`

/** Why the booking cannot be moved any more; null if it can. */
let tooLate: string | null

vi.mock('../../rules', () => ({ useRules: () => ({ cancelAllowed: () => tooLate }) }))
vi.mock('../../state/use-hydrated', () => ({ useHydrated: () => true }))
vi.mock('../../auth/SessionProvider', () => ({
  useSession: () => ({ status: 'authenticated', data: { uaid: '1' } }),
}))
vi.mock('@tanstack/react-router', () => ({
  useLocation: ({ select }: { select: (at: { searchStr: string }) => unknown }) =>
    select({ searchStr: window.location.search }),
  useNavigate: () => () => Promise.resolve(),
}))
vi.mock('../../notifications/Invitation', () => ({ Invitation: () => null }))
vi.mock('./use-book', () => ({ useBook: () => ({ status: 'ready', book: BOOK, stale: false }) }))

const CONFIG = {
  now: '2026-11-24T09:00:00Z',
  event: { eventId: 'academy', eventLocationName: 'The academy', eventLocationPostCode: 'SW11 8DD' },
  bookingSessionConfig: { cancelCutoffMinutes: 120 },
}

function book() {
  const wording: Wording = { retestOpensOn: null, firstDate: DATE, lastDate: '2026-11-30' }
  const day: DayAnswer = { date: DATE, open: true, slots: [{ time: '10:00', remaining: 6, available: true }] }
  const dayOf = (date: string): DayAnswer => (date === DATE ? day : { date, open: false, slots: [] })
  return {
    config: CONFIG,
    type: 'test',
    capacity: 6,
    today: '2026-11-24',
    nowMs: Date.parse(CONFIG.now),
    bounds: { first: '2026-11-01', last: '2026-11-30' },
    firstDate: DATE,
    wording,
    dayOf,
    viewOf: (date: string) => dayView(dayOf(date), 6, wording),
    earliest: () => ({ date: DATE, time: '10:00' }),
    days: [day],
  }
}
const BOOK = book()

const PROFILE = {
  uaid: '1',
  events: [
    {
      eventId: 'academy',
      eventList: [
        {
          eventBookingId: 'b-1',
          eventTestDate: '2026-11-24',
          eventTestTime: '10:00',
          eventTestStatus: 'booked',
          eventLocationContactNumber: '020 7946 0000',
        },
      ],
    },
  ],
}

const NO_WORDS = { headline: '', text: '' }
const WORDS: BookTestWords = { headline: 'Book', intro: 'Six tests.', details: NO_WORDS, confirm: NO_WORDS }

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (address.includes('/csrf')) return Response.json({ csrfToken: 'token' })
    if (method === 'GET') return answered([])
    return refused(409, 'STATUS_CONFLICT', { errorMessage: CHECKED_IN, checkedIn: true })
  })
})
afterEach(() => window.history.replaceState(null, '', HERE))

function show(query = '', lines: readonly unknown[] = []) {
  window.history.replaceState(null, '', HERE + query)
  const known = queriesKnowing(
    [queryKeys.config, CONFIG],
    [queryKeys.profile, PROFILE],
    [queryKeys.waitlist, lines],
  )
  renderQueried(<BookTest words={WORDS} />, known)
}

// RULES 4.8
it('offers no other time once it is too late to move the booking', async () => {
  tooLate = 'CANCEL_TOO_LATE'
  show(CONFIRM)
  await screen.findByText('Online changes have closed. Call 020 7946 0000 if you cannot make it.')
  const choice = screen.getByRole('region', { name: 'Your choice' })
  expect(choice.textContent).toContain('Online changes have closed.')
  expect(within(choice).queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Earliest free/ })).toBeNull()
  expect(screen.queryByText(/Set an alert/)).toBeNull()
})

const BOOKED = 'You are booked for Tue 24 Nov 2026, 10:00.'

it.each([
  [null, `${BOOKED} Pick another time. You keep this one until the new one is yours.`],
  ['CANCEL_TOO_LATE', BOOKED],
])('says how to move it only while that is possible (%s)', async (refusal, lead) => {
  tooLate = refusal
  show()
  await screen.findByText(lead)
})

// RULES 5.2
it.each([
  [null, 1, 'A place is held for you'],
  ['CANCEL_TOO_LATE', 0, 'A place came free, but online changes have closed'],
])('offers a place of a waiting list only while they can move to it (%s)', async (refusal, offers, state) => {
  tooLate = refusal
  const line = { eventId: 'academy', eventTestDate: DATE, eventTestTime: '10:15', position: 1 }
  show('', [{ ...line, offerId: 'o-1', offerExpiresAt: null }])
  await screen.findByText(state)
  expect(screen.queryAllByRole('button', { name: 'Take this place' })).toHaveLength(offers)
})

it('sends somebody who is checked in to the desk, and keeps the step', async () => {
  tooLate = null
  show(CONFIRM)
  await userEvent.click(await screen.findByRole('button', { name: 'Move my booking' }))
  expect((await screen.findByRole('alert')).textContent).toContain(CHECKED_IN)
  expect(screen.getByRole('button', { name: 'Move my booking' })).toBeTruthy()
})
