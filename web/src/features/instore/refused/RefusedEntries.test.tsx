// What a decision about a refused final, decline or onboarding does to the tablet: a final whose entry is dropped is not in any more.
import type { DeskAthlete } from '@sixfold/domain'
import { press, screen, waitFor } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Day } from '../../../offline/day'
import type { About } from '../../../offline/outbox'
import { dayBooking } from '../../../test/day-booking'
import { CASEY } from '../../../test/desk'
import {
  ALIKE,
  begin,
  decided,
  dropped,
  finished,
  LEFT,
  onStoring,
  OURS,
  POWER,
  refused,
  show,
  SIX,
  store,
  tested,
  THEIRS,
} from '../../../test/refused'

vi.mock('../../../rules', () => ({ useRules: () => ({ testScore: () => ({ ok: true, value: 50 }) }) }))
const session = vi.hoisted(() => ({ data: { role: 2 } }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session }))
const list = vi.hoisted(() => ({ day: null as Day | null }))
vi.mock('../../../offline/day', () => ({ useDay: () => ({ day: list.day }) }))

beforeEach(() => {
  list.day = null
  session.data.role = 2
})

it('goes back to the tests of a final that differs, which has no test to edit', async () => {
  const onShow = show(refused({}, { Results: SIX }, 'RESULTS_DIFFER', { current: [THEIRS] }))
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  await press('Back to the tests')
  await waitFor(() => expect(onShow).toHaveBeenCalledOnce())
  expect(dropped()).toEqual(['k'])
  expect(store.athlete('b1')?.resultFinal).toBeUndefined()
  expect(store.state().onScreen).toBe('b1')
})

it.each([
  ['Dismiss', refused({}, { Results: SIX }, 'TESTS_OPEN')],
  // The server has none of the tests, so no value of its own takes the final back.
  ['Keep theirs', refused({}, { Results: SIX }, 'RESULTS_DIFFER', { current: [] })],
])('has no final any more after “%s”', async (way, entry) => {
  show(entry)
  await press(way)
  await press('Drop 1 entry')
  await waitFor(() => expect(store.athlete('b1')?.resultFinal).toBeUndefined())
  expect(dropped()).toEqual(['k'])
  expect(store.state().onScreen, 'another athlete stays on screen').toBe('b2')
})

it.each([
  ['Keep theirs', 'RESULTS_DIFFER', { current: [THEIRS] }],
  ['Dismiss', 'TESTS_OPEN', {}],
])('has no final any more after “%s”, though the athlete had left the screen', async (way, code, error) => {
  begin(finished(tested(LEFT)), 'final')
  store.open({ is: 'test', test: 'Speed' })
  show(refused({ uaid: '3', bookingId: 'b3' }, { Results: SIX }, code, error))
  await press(way)
  await press('Drop 1 entry')
  await waitFor(() => expect(store.athlete('b3')).toEqual(tested(LEFT)))
  const { left, onScreen, panel } = store.state()
  expect({ left, onScreen, panel }, 'another athlete stays on screen').toEqual({
    left: {},
    onScreen: 'b2',
    panel: { is: 'test', test: 'Speed' },
  })
  expect(screen.getByText('Casey Drummond is on this tablet again, without a final.')).toBeTruthy()
})

// RULES 11.5
it('stores the athlete without the final together with its end, and shows it only then', async () => {
  begin(finished(tested(LEFT)), 'final')
  const shown: unknown[] = []
  onStoring(() => shown.push(store.state().left.b3?.how))
  show(refused({ uaid: '3', bookingId: 'b3' }, { Results: SIX }, 'TESTS_OPEN'))
  await press('Dismiss')
  await press('Drop 1 entry')
  await waitFor(() => expect(store.athlete('b3')).toEqual(tested(LEFT)))
  expect(shown).toEqual(['final'])
  const { queue, left, onScreen, people } = store.state()
  expect(decided[0]?.kept).toMatchObject({ queue, left, onScreen, people })
  expect(queue).toContainEqual(tested(LEFT))
})

it('puts nobody on the queue again whose booking has ended', async () => {
  begin(finished(tested(LEFT)), 'final')
  store.open({ is: 'test', test: 'Speed' })
  show(refused({ uaid: '3', bookingId: 'b3' }, { Results: SIX }, 'BOOKING_CLOSED', { current: [THEIRS] }))
  await press('Keep theirs')
  await press('Drop 1 entry')
  await waitFor(() => expect(store.state().left).toEqual({}))
  expect(store.athlete('b3')).toBeNull()
  expect(store.state().panel).toEqual({ is: 'test', test: 'Speed' })
})

it.each(['Keep theirs', 'Send ours instead'])(
  'leaves a final that is in, with the same value: “%s”',
  async (way) => {
    show(refused({ ...POWER, uaid: '1', bookingId: 'b1' }, ALIKE, 'TEST_CLOSED', { current: THEIRS }))
    await press(way)
    if (way === 'Keep theirs') await press('Drop 1 entry')
    await waitFor(() => expect(dropped()).toEqual(['k']))
    expect(store.athlete('b1')?.resultFinal?.score).toBe(50)
  },
)

// RULES 7.5
it('shows results by the protocols of the onboarding, which need not be those in force or the tablet’s', () => {
  const tests = CASEY.protocols.tests.map((one) =>
    one.TestType === 'Power' ? { ...one, unit: 'level' as const } : one,
  )
  list.day = {
    date: '2026-11-21',
    now: '2026-11-21T10:00:00Z',
    protocols: { version: 3, tests: CASEY.protocols.tests },
    earlierProtocols: [{ version: 2, tests }],
    bookings: [dayBooking('b1', { onboarded: true, protocolVersion: 2 })],
  }
  show(refused({}, { Results: SIX }, 'RESULTS_DIFFER', { current: [THEIRS] }))
  expect(screen.getByText(/^level 60/)).toBeTruthy()
})

it.each<[string, DeskAthlete | null]>([
  ['from the list', null],
  ['from the queue', tested(LEFT)],
])('has nobody declined %s any more once their refused decline is dismissed', async (_, athlete) => {
  begin(athlete)
  store.open({ is: 'test', test: 'Speed' })
  show(refused({ kind: 'decline', bookingId: 'b3' }, {}, 'STATUS_CONFLICT'))
  await press('Dismiss')
  await press('Drop 1 entry')
  await waitFor(() => expect(store.state().left).toEqual({}))
  expect(store.athlete('b3')).toEqual(athlete)
  const { onScreen, panel } = store.state()
  expect({ onScreen, panel }).toEqual({ onScreen: 'b2', panel: { is: 'test', test: 'Speed' } })
})

it.each<[string, Partial<About>]>([
  ['and who has a test', POWER],
  ['and who was declined again', { ...POWER, kind: 'decline' }],
])('takes somebody off the tablet whose decline was not undone, %s', async (_, about) => {
  const undone = refused({ kind: 'undoDecline', uaid: '2', bookingId: 'b2' }, {}, 'SLOT_FULL')
  show(undone, { ...refused(about, OURS, 'SLOT_FULL'), key: 'k2', seq: 2 })
  await press('Dismiss')
  expect(screen.getByRole('alertdialog').textContent).toContain('leaves this tablet')
  await press('Drop 2 entries')
  await waitFor(() => expect(store.athlete('b2')).toBeNull())
})

// RULES 11.1
it('lets role 3 onboard a booking of another day, with the results behind it', async () => {
  session.data.role = 3
  const body = { code: '7K3QXM', day: '2026-11-21' }
  show(refused({ ...POWER, kind: 'onboard' }, body, 'CODE_OTHER_DAY', { date: '2026-11-28' }), {
    ...refused(POWER, OURS, 'NOT_ONBOARDED'),
    key: 'k2',
    seq: 2,
  })
  await press('Onboard anyway')
  await waitFor(() => expect(decided).toHaveLength(1))
  expect(decided[0]).toMatchObject({
    decisions: [
      { key: 'k', how: { body: { ...body, override: true } } },
      { key: 'k2', how: 'again' },
    ],
    added: [],
  })
})
