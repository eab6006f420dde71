import {
  bodiesOf,
  cleanup,
  noNetwork,
  press,
  queriesKnowing,
  refused,
  renderQueried,
  screen,
  serve,
  userEvent,
  waitFor,
  within,
} from '../../test/kit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { availabilityQuery } from '../../api/booking'
import { profileQuery, queryKeys } from '../../api/queries'
import { useAlert } from '../../state/alert-store'
import { isSomethingTyped } from '../../offline/typing'
import { useBookingData } from '../../state/booking-store'
import type { BookTestWords } from './BookingFlow'
import { BookTest } from './BookTest'
import { dayView, type DayAnswer, type Wording } from './calendar/day-view'
import { MyTests } from './MyTests'

const DATE = '2026-11-25'
const CHECKED_IN = 'You are checked in for this test. Talk to the team at the desk.'
const HERE = window.location.pathname
const CONFIRM = `?date=${DATE}T10:00&step=confirm`

/** Why the booking cannot be moved any more; null if it can. */
let tooLate: string | null

vi.mock('../../rules', () => ({
  useRules: () => ({
    cancelAllowed: () => tooLate,
    bookingType: () => 'test',
    londonNow: () => ({ date: '2026-11-24', time: '09:00' }),
    londonToMillis: () => Date.parse('2026-11-25T10:00:00Z'),
    checkProfile: () => ({ errors: [] }),
  }),
}))
const storeTicket = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('../../offline/ticket', () => ({ storeTicket }))
vi.mock('../../state/use-hydrated', () => ({ useHydrated: () => true }))
vi.mock('../../auth/SessionProvider', () => ({
  useUnreached: () => ({ ask: vi.fn() }),
  useSession: () => ({ status: 'authenticated', data: { uaid: '1' } }),
}))
const navigate = vi.hoisted(() => vi.fn())
vi.mock('@tanstack/react-router', () => ({
  useLocation: ({ select }: { select: (at: { searchStr: string }) => unknown }) =>
    select({ searchStr: window.location.search }),
  useNavigate: () => navigate,
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

const ENTRY = {
  eventBookingId: 'b-1',
  eventTestDate: '2026-11-24',
  eventTestTime: '10:00',
  eventTestStatus: 'booked',
  eventLocationContactNumber: '020 7946 0000',
}
const profileOf = (entries: readonly object[]) => ({
  uaid: '1',
  events: [{ eventId: 'academy', eventList: entries }],
})
const PROFILE = profileOf([ENTRY])

const AVAILABLE = availabilityQuery('test').queryKey
const left = (remaining: number) => ({ days: [{ date: DATE, slots: [{ time: '10:00', remaining }] }] })

const NO_WORDS = { headline: '', text: '' }
const WORDS: BookTestWords = { headline: 'Book', intro: 'Six tests.', details: NO_WORDS, confirm: NO_WORDS }

beforeEach(() => {
  serve({
    'GET *': [],
    'POST user/event/booking': refused(409, 'STATUS_CONFLICT', { errorMessage: CHECKED_IN, checkedIn: true }),
  })
})
afterEach(() => {
  window.history.replaceState(null, '', HERE)
  useBookingData.getState().reset()
})

function show(query = '', lines: readonly unknown[] = [], profile: object = PROFILE) {
  window.history.replaceState(null, '', HERE + query)
  const known = queriesKnowing(
    [queryKeys.config, CONFIG],
    [queryKeys.profile, profile],
    [queryKeys.waitlist, lines],
    [AVAILABLE, left(6)],
  )
  renderQueried(<BookTest words={WORDS} />, known)
  return known
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

// RULES 4.11
it('does not say that a request for assistance is booked', async () => {
  tooLate = null
  show('', [], profileOf([{ ...ENTRY, eventTestStatus: 'assistance' }]))
  await screen.findByText(/^You have asked for a place on Tue 24 Nov 2026, 10:00\. Pick another time\./)
})

const OFFERED = {
  eventId: 'academy',
  eventTestDate: DATE,
  eventTestTime: '10:15',
  position: 1,
  offerId: 'o-1',
  offerExpiresAt: null,
}

it('shows the waiting lists beside the calendar only', async () => {
  tooLate = null
  show('', [{ ...OFFERED, offerId: null }])
  await screen.findByText('Waiting list')
  cleanup()
  show(CONFIRM, [{ ...OFFERED, offerId: null }])
  await screen.findByRole('button', { name: 'Move my booking' })
  expect(screen.queryByText('Waiting list')).toBeNull()
})

// RULES 5.2
it('offers no place to somebody who may not book, and says why', async () => {
  tooLate = null
  const message = 'The programme is open to ages 16 to 99.'
  const refusals = [{ code: 'AGE_OUT_OF_RANGE', message, field: 'dateOfBirth' }]
  show('', [OFFERED], { ...PROFILE, bookingEligibility: { mode: 'blocked', refusals } })
  const title = await screen.findByText('A place came free for you')
  expect(title.closest('[role="status"]')?.textContent).toContain(message)
  expect(screen.queryByRole('button', { name: 'Take this place' })).toBeNull()
})

// RULES 5.2
it.each([
  [null, 1, 'A place is held for you'],
  ['CANCEL_TOO_LATE', 0, 'A place came free, but online changes have closed'],
])('offers a place of a waiting list only while they can move to it (%s)', async (refusal, offers, state) => {
  tooLate = refusal
  show('', [OFFERED])
  await screen.findByText(state)
  expect(screen.queryAllByRole('button', { name: 'Take this place' })).toHaveLength(offers)
})

// RULES 5.2
it('says that a place is gone though it was the last that they waited for', async () => {
  tooLate = null
  const gone = refused(409, 'OFFER_GONE')
  serve({ 'GET user/profile': PROFILE, 'GET *': [], 'POST event/booking/waitlist/accept': gone })
  const known = show('', [OFFERED])
  await press('Take this place')
  await waitFor(() => expect(known.getQueryData(queryKeys.waitlist)).toEqual([]))
  expect(screen.getByRole('alert').textContent).toContain('That place is gone')
})

it('sends somebody who is checked in to the desk, and keeps the step', async () => {
  tooLate = null
  show(CONFIRM)
  await press('Move my booking')
  expect((await screen.findByRole('alert')).textContent).toContain(CHECKED_IN)
  expect(screen.getByRole('button', { name: 'Move my booking' })).toBeTruthy()
})

it('counts no place at a time that a refused booking has shown to be full', async () => {
  serve({ 'GET *': [], 'POST user/event/booking': refused(409, 'SLOT_FULL') })
  tooLate = null
  const known = show(CONFIRM)
  await press('Move my booking')
  await waitFor(() => expect(known.getQueryData(AVAILABLE)).toEqual(left(0)))
})

it('leads back to a calendar that is asked for again when a rule refuses the time', async () => {
  serve({ 'GET user/profile': PROFILE, 'GET *': [], 'POST user/event/booking': refused(422, 'DATE_CLOSED') })
  tooLate = null
  const known = show(CONFIRM)
  await press('Move my booking')
  await waitFor(() => expect(navigate).toHaveBeenCalledOnce())
  const { href } = navigate.mock.calls[0]?.[0] as { href: string }
  expect(new URL(href, window.location.href).search).not.toContain('step')
  expect(useAlert.getState().alert?.message).toBe('The academy is closed that day. Pick another one.')
  for (const key of [queryKeys.config, AVAILABLE])
    expect(known.getQueryState(key)?.isInvalidated, String(key)).toBe(true)
})

const UNCLEARED = {
  mode: 'assistance',
  refusals: [{ code: 'SCREENING_NOT_CLEARED', message: 'A word first.', field: 'PARQ' }],
}

// RULES 6.4
it('asks somebody with a booking whose answers need a check to call, and offers no other time', async () => {
  tooLate = null
  show(`?date=${DATE}T10:00`, [], { ...PROFILE, bookingEligibility: UNCLEARED })
  const call = 'Call 020 7946 0000 to change the time of your booking.'
  await screen.findByText(`One of your health answers needs a check first. ${call}`)
  expect(screen.getByText(BOOKED)).toBeTruthy()
  const choice = screen.getByRole('region', { name: 'Your choice' })
  expect(choice.textContent).toContain(call)
  expect(within(choice).queryByRole('button')).toBeNull()
})

// RULES 6.4
it('moves a request for help while answers need a check', async () => {
  tooLate = null
  const asked = profileOf([{ ...ENTRY, eventTestStatus: 'assistance' }])
  show(`?date=${DATE}T10:00`, [], { ...asked, bookingEligibility: UNCLEARED })
  expect(await screen.findByRole('button', { name: 'Move to this time' })).toBeTruthy()
})

// RULES 6.4
it('asks for a check of the screening by its status alone', async () => {
  const sent = serve({
    'GET *': [],
    'POST user/event/booking': { uaid: '1', code: 'ABC123', eventBookingId: 'b-9' },
  })
  const bookings = () => bodiesOf(sent, 'POST user/event/booking')
  useBookingData.getState().update({ details: { healthTyped: false } })
  tooLate = null
  const phoneNumber = '07700 900123'
  show(CONFIRM, [], { ...profileOf([]), phoneNumber, bookingEligibility: UNCLEARED })
  await press('Ask for my place')
  await waitFor(() =>
    expect(bookings()).toMatchObject([
      { eventTestStatus: 'assistance', assistanceType: 'Health screening follow-up' },
    ]),
  )
  expect(bookings()[0]).not.toHaveProperty('assistanceRequired')
})

it('holds the health answers on the step that does not show them', async () => {
  tooLate = null
  show(CONFIRM, [], profileOf([]))
  await userEvent.type(await screen.findByLabelText(/^Medical notes/), 'Asthma')
  await press('Check and confirm')
  await screen.findByRole('button', { name: 'Book it' })
  expect(document.querySelector('form')).toBeNull()
  expect(isSomethingTyped()).toBe(true)
  cleanup()
  expect(isSomethingTyped()).toBe(false)
})

/** Presses “Book it”, with medical notes, while there is this booking; returns what is sent. */
async function bookBeside(entry: object) {
  const sent = serve({
    'GET user/profile': profileOf([entry]),
    'GET *': [],
    'POST user/event/booking': ({ eventBookingId }: { eventBookingId?: string }) =>
      eventBookingId === undefined
        ? refused(409, 'BOOKING_OPEN_EXISTS')
        : { uaid: '1', code: 'ABC123', eventBookingId },
  })
  const typed = { tShirtSize: 'M', emergencyName: '', emergencyNumber: '', phoneNumber: '' }
  useBookingData.getState().update({ details: { ...typed, assistanceRequired: false, healthTyped: false } })
  tooLate = null
  show(CONFIRM, [], { ...profileOf([]), medicalIssues: 'Asthma' })
  await press('Book it')
  return () => bodiesOf(sent, 'POST user/event/booking')
}

it('saves the details with the booking that a try has made whose answer was lost', async () => {
  const sent = await bookBeside({ ...ENTRY, eventBookingId: 'b-9', eventTestDate: DATE })
  await waitFor(() => expect(useBookingData.getState().eventBookingConfirmed).toBe('b-9'))
  const booking = { eventTestDate: DATE, eventTestTime: '10:00', medicalIssues: 'Asthma' }
  expect(sent()).toMatchObject([booking, { ...booking, eventBookingId: 'b-9' }])
})

// RULES 4.1
it('changes no other booking', async () => {
  const sent = await bookBeside(ENTRY)
  await screen.findByText('You have a booking')
  expect(sent()).toHaveLength(1)
})

const MY_TESTS = {
  title: 'My tests',
  headline: 'Ticket',
  intro: '',
  kit: [],
  emptyHeadline: '',
  emptyText: '',
}

/** Presses a button whose call is the last that is answered; then My tests shows the booking with its new time and code. */
async function pressBeforeSilence(name: string, at: string, profile: object, lines: readonly unknown[] = []) {
  serve({
    'GET event/booking/waitlist': lines,
    'GET *': [],
    'POST *': () => {
      serve({ '*': noNetwork })
      return { uaid: '1', code: 'NEW123', eventBookingId: 'b-1' }
    },
  })
  tooLate = null
  storeTicket.mockClear()
  navigate.mockClear()
  const known = show(at, lines, profile)
  await press(name)
  await waitFor(() => expect(navigate).toHaveBeenCalled())
  cleanup()
  renderQueried(<MyTests words={MY_TESTS} results={null} />, known)
  return known
}

const CHECKED = { tShirtSize: 'M', assistanceRequired: false, healthTyped: false }

// RULES 4.7
it.each([
  ['booking', 'Book it', CONFIRM, [], [], '10:00', 'You’re in.'],
  ['move', 'Move my booking', CONFIRM, [ENTRY], [], '10:00', 'Your test has moved.'],
  ['place', 'Take this place', '', [], [OFFERED], '10:15', 'You’re in.'],
  ['place in place of a booking', 'Take this place', '', [ENTRY], [OFFERED], '10:15', 'You’re in.'],
] as const)(
  'shows and keeps a new %s whose profile cannot be read',
  async (_, button, at, entries, lines, time, title) => {
    useBookingData.getState().update({ details: CHECKED })
    const known = await pressBeforeSilence(button, at, profileOf(entries), lines)
    expect((await screen.findByTestId('booking-code')).textContent).toBe('NEW123')
    expect((await screen.findByText(title)).closest('[role="status"]')?.textContent).toContain(
      `Wed 25 Nov 2026, ${time}.`,
    )
    const place = expect.objectContaining({ postcode: 'SW11 8DD' }) as object
    await waitFor(() =>
      expect(storeTicket).toHaveBeenLastCalledWith(
        expect.objectContaining({ code: 'NEW123', date: DATE, time, ...(entries.length === 0 && { place }) }),
      ),
    )
    expect(screen.queryByText('A place came free for you')).toBeNull()
    // It is read again as soon as that is possible.
    expect(known.getQueryState(profileQuery().queryKey)?.dataUpdatedAt).toBe(1)
  },
)
