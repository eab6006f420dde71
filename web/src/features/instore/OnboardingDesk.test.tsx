// A tap that depends on a refused entry does nothing until somebody has decided about it.
import type { DeskAthlete, DeskTest } from '@sixfold/domain'
import { cleanup, press, renderQueried, screen } from '../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Day, DayBooking } from '../../offline/day'
import type { About, Entry } from '../../offline/outbox'
import { dayBooking } from '../../test/day-booking'
import { CASEY, ROBIN } from '../../test/desk'
import type { Panel } from './desk/desk-store'
import type { DeskContext } from './desk/use-desk'
import type { Person, TestType } from './model'
import { OnboardingDesk } from './OnboardingDesk'
import { TEST_TYPES } from '../../components/art/test-types'

vi.mock('../../rules', () => ({
  useRules: () => ({
    testScore: () => ({ ok: true, value: 50 }),
    bestAttempt: () => 0,
    finalScore: () => 50,
    attemptPoints: () => 50,
  }),
}))
const list = vi.hoisted(() => ({ day: null as Day | null, loading: true, renew: vi.fn<() => void>() }))
vi.mock('../../offline/day', () => ({ useDay: () => list }))
vi.mock('./onboarding/CodeEntry', () => ({ CodeEntry: () => null, prepareScanner: () => Promise.resolve() }))

beforeEach(() => {
  list.day = null
})

const OPEN: DeskTest = { status: 'open', attempts: [] }

const refused = (about: Pick<About, 'kind' | 'test'>, bookingId = 'b1'): Entry => ({
  key: 'k',
  seq: 1,
  write: { method: 'POST', path: '/api/event/admin/test', body: {} },
  about: { uaid: '1', bookingId, name: 'Casey Drummond', ...about },
  recordedAt: 0,
  state: 'refused',
  tries: 1,
  refusal: { status: 409, code: 'TEST_CLOSED', message: 'No.', error: {} },
})

/** Casey on screen, with this test and panel, and Robin declined a moment ago. */
function show(
  entry: Entry,
  power: DeskTest,
  panel: Panel = { is: 'test', test: 'Power' },
  notes: Record<string, string> = {},
) {
  const athlete: DeskAthlete = {
    uaid: CASEY.uaid,
    bookingId: CASEY.bookingId,
    status: 'accepted',
    tests: Object.fromEntries(
      TEST_TYPES.map((test) => [test, test === 'Power' ? power : OPEN]),
    ) as unknown as Record<TestType, DeskTest>,
  }
  const taps = {
    unlock: vi.fn(() => null),
    close: vi.fn(() => null),
    skip: vi.fn(() => null),
    release: vi.fn<() => void>(),
    takeOff: vi.fn<() => void>(),
    open: vi.fn<() => void>(),
  }
  const left = { b2: { how: 'declined', person: ROBIN, athlete: null, at: Date.now() } }
  const desk = {
    store: { ...taps, current: () => athlete, athlete: () => athlete, person: () => CASEY },
    state: { queue: [athlete], left, panel, typed: '', notes, persistence: { pending: [] } },
    status: { entries: [entry], online: true, needsSignIn: false },
    unsent: new Set([entry.about.bookingId]),
  }
  renderQueried(<OnboardingDesk desk={desk as unknown as DeskContext} />)
  return taps
}

const why = () => screen.queryByText('Decide about the refused entry first.')

it.each([
  ['Unlock Power', 'unlock', { status: 'closed', attempts: [45], score: 50, revision: 1 }],
  ['Close at 50.00', 'close', { status: 'open', attempts: [45], revision: 1 }],
  ['Did not test', 'skip', OPEN],
] as const)('asks for a decision about the test first: %s', async (name, tap, power) => {
  const taps = show(refused({ kind: 'test', test: 'Power' }), power)
  await press(name)
  expect(why()).not.toBeNull()
  expect(taps[tap]).not.toHaveBeenCalled()
  cleanup()
  const others = show(refused({ kind: 'test', test: 'Speed' }), power)
  await press(name)
  expect(why()).toBeNull()
  expect(others[tap]).toHaveBeenCalledWith('1', 'Power')
})

it('asks for a decision about an onboarding before it is undone', async () => {
  const taps = show(refused({ kind: 'onboard' }), OPEN, { is: 'sheet' })
  await press('Undo onboarding')
  expect(why()).not.toBeNull()
  expect(taps.release).not.toHaveBeenCalled()
  cleanup()
  const others = show(refused({ kind: 'onboard' }, 'b9'), OPEN, { is: 'sheet' })
  await press('Undo onboarding')
  expect(others.release).toHaveBeenCalledWith('1')
})

it('takes somebody off the tablet of whom nothing is on this one only', async () => {
  const button = () => screen.queryByRole('button', { name: 'Take off this tablet' })
  show(refused({ kind: 'onboard' }), OPEN, { is: 'sheet' })
  expect(button(), 'something is unsent').toBeNull()
  cleanup()
  show(refused({ kind: 'onboard' }, 'b9'), { status: 'open', attempts: [45] }, { is: 'sheet' })
  expect(button(), 'an attempt of an open test').toBeNull()
  cleanup()
  const closed: DeskTest = { status: 'closed', attempts: [45], score: 50, revision: 1 }
  show(refused({ kind: 'onboard' }, 'b9'), closed, { is: 'sheet' }, { [CASEY.bookingId]: 'Left knee' })
  expect(button(), 'the notes of their final').toBeNull()
  cleanup()
  const { takeOff } = show(refused({ kind: 'onboard' }, 'b9'), closed, { is: 'sheet' })
  await press('Take off this tablet')
  expect(takeOff).toHaveBeenCalledWith('1')
})

it.each<[string, boolean, DeskTest, boolean]>([
  ['nothing is recorded', true, OPEN, false],
  ['an attempt is not sent in yet', true, { status: 'open', attempts: [45] }, false],
  ['a test is closed', false, { status: 'closed', attempts: [45], score: 50, revision: 1 }, false],
  ['a test was not done', false, { status: 'dnt', attempts: [], revision: 1 }, false],
  ['a closed test was unlocked', false, { status: 'open', attempts: [], revision: 1 }, false],
  ['the list has a result', false, OPEN, true],
])('offers to decline or not: %s', (_, offered, power, listed) => {
  const results: DayBooking['results'] = [
    { TestType: 'Speed', score: 50, status: 'closed', revision: 1, attempts: [] },
  ]
  if (listed) list.day = { bookings: [dayBooking(CASEY.bookingId, { results })] } as unknown as Day
  show(refused({ kind: 'onboard' }, 'b9'), power, { is: 'sheet' })
  expect(screen.queryByRole('button', { name: 'Decline' }) !== null).toBe(offered)
})

it('asks for today’s list again when the final is opened: another tablet may have closed what is open here', async () => {
  show(refused({ kind: 'onboard' }, 'b9'), OPEN, { is: 'none' })
  await press('Final · 0 of 6')
  expect(list.renew).toHaveBeenCalledOnce()
})

it('offers no undo of a decline that was refused', () => {
  const undo = () => screen.queryByRole('button', { name: 'Undo declining Robin Drummond' })
  show(refused({ kind: 'decline' }, 'b2'), OPEN)
  expect(undo()).toBeNull()
  cleanup()
  show(refused({ kind: 'decline' }, 'b9'), OPEN)
  expect(undo()).not.toBeNull()
})

it('says who has come on screen, but not who was there to begin with', () => {
  const queue = [CASEY, ROBIN].map(({ uaid, bookingId }) => ({
    uaid,
    bookingId,
    status: 'accepted',
    tests: Object.fromEntries(TEST_TYPES.map((test) => [test, OPEN])),
  }))
  const deskOf = (onScreen: Person) => {
    const people = [CASEY, ROBIN]
    const store = {
      current: () => queue.find(({ bookingId }) => bookingId === onScreen.bookingId) ?? null,
      athlete: (id: string) => queue.find(({ bookingId }) => bookingId === id) ?? null,
      person: (id: string) => people.find(({ bookingId }) => bookingId === id) ?? null,
    }
    const state = { queue, left: {}, notes: {}, panel: { is: 'sheet' }, persistence: { pending: [] } }
    const status = { entries: [], online: true, needsSignIn: false }
    return { store, state, status, unsent: new Set() } as unknown as DeskContext
  }
  const { rerender } = renderQueried(<OnboardingDesk desk={deskOf(CASEY)} />)
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said()).toEqual([''])
  rerender(<OnboardingDesk desk={deskOf(ROBIN)} />)
  expect(said()).toEqual(['Robin Drummond is on screen.'])
  rerender(<OnboardingDesk desk={deskOf(ROBIN)} />)
  expect(said()).toEqual(['Robin Drummond is on screen.'])
  rerender(<OnboardingDesk desk={deskOf(CASEY)} />)
  expect(said()).toEqual(['Casey Drummond is on screen.'])
})
