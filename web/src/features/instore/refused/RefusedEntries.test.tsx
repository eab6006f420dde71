// What a decision about a refused entry does to the tablet: a final whose entry is dropped is not in any more.
import type { DeskAct, DeskAthlete, DeskQueue, DeskTest } from '@sixfold/domain'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Day } from '../../../offline/day'
import type { About, Decision, Entry } from '../../../offline/outbox'
import { dayBooking } from '../../../test/day-booking'
import { CASEY, RAW, ROBIN } from '../../../test/desk'
import type { Departure } from '../desk/departures'
import { DeskStore } from '../desk/desk-store'
import type { StoredDesk } from '../desk/stored-desk'
import type { DeskContext } from '../desk/use-desk'
import type { Person, TestType } from '../model'
import { TEST_TYPES } from '../../../components/art/test-types'
import type { Sending } from '../writes'
import { RefusedEntries } from './RefusedEntries'

vi.mock('../../../rules', () => ({ useRules: () => ({ testScore: () => ({ ok: true, value: 50 }) }) }))
const session = vi.hoisted(() => ({ data: { role: 2 } }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session }))
const list = vi.hoisted(() => ({ day: null as Day | null }))
vi.mock('../../../offline/day', () => ({ useDay: () => ({ day: list.day }) }))

/** With six closed tests. */
const tested = ({ uaid, bookingId }: Pick<Person, 'uaid' | 'bookingId'>): DeskAthlete => ({
  uaid,
  bookingId,
  status: 'accepted',
  tests: Object.fromEntries(
    TEST_TYPES.map((test) => [test, { status: 'closed', attempts: [RAW[test]], score: 50, revision: 1 }]),
  ) as unknown as Record<TestType, DeskTest>,
})

const finished = (athlete: DeskAthlete): DeskAthlete => ({
  ...athlete,
  resultFinal: { status: 'completed', score: 50 },
})

const rules = {
  testScore: () => ({ ok: true as const, value: 50 }),
  onboarding: (queue: DeskQueue, act: DeskAct) => {
    if (act.act === 'accept') return { ok: true as const, value: queue }
    if (act.act === 'onboard') return { ok: true as const, value: [tested(act), ...queue] }
    if (act.act === 'front') {
      const front = queue.filter(({ uaid }) => uaid === act.uaid)
      return { ok: true as const, value: [...front, ...queue.filter((one) => !front.includes(one))] }
    }
    if (act.act === 'submitFinal')
      return { ok: true as const, value: queue.map((one) => (one.uaid === act.uaid ? finished(one) : one)) }
    if (act.act === 'dropFront') return { ok: true as const, value: queue.slice(1) }
    // Both of them take a final back.
    if (act.act !== 'take' && act.act !== 'reopen') throw new Error(act.act)
    return { ok: true as const, value: queue.map((one) => (one.uaid === act.uaid ? tested(one) : one)) }
  },
}

const LEFT: Person = { ...ROBIN, uaid: '3', bookingId: 'b3' }
const deskWith = (athlete: DeskAthlete | null, how: Departure['how'] = 'declined') =>
  new DeskStore(
    rules,
    { add: () => Promise.resolve(), saveDesk: () => Promise.resolve() },
    {
      version: 1,
      queue: [tested(ROBIN), finished(tested(CASEY))],
      people: { b1: CASEY, b2: ROBIN },
      onScreen: 'b2',
      left: { b3: { how, person: LEFT, athlete, at: 0 } },
    },
  )

let store: DeskStore
/** Each decision with what it added. */
let decided: { decisions: readonly Decision[]; added: readonly Sending[]; kept: StoredDesk }[]
/** Called while a decision is being stored. */
let whileStoring = () => {}
const dropped = () =>
  decided.flatMap(({ decisions }) => decisions.filter(({ how }) => how === 'drop').map(({ key }) => key))
beforeEach(() => {
  decided = []
  whileStoring = () => {}
  list.day = null
  session.data.role = 2
  store = deskWith(null)
})

const refused = (
  about: Partial<About>,
  body: Record<string, unknown>,
  code: string,
  error: Record<string, unknown> = {},
): Entry => ({
  key: 'k',
  seq: 1,
  write: { method: 'POST', path: '/api/event/admin/final', body },
  about: { kind: 'final', uaid: '1', bookingId: 'b1', name: 'Casey Drummond', ...about },
  recordedAt: 0,
  state: 'refused',
  tries: 1,
  refusal: { status: 409, code, message: 'No.', error },
})

const SIX = TEST_TYPES.map((test) => ({ TestType: test, Attempts: [{ score: RAW[test] }], Status: 'closed' }))
const THEIRS = { TestType: 'Power', score: 75, status: 'closed', revision: 3, Attempts: [{ score: 60 }] }

function show(...entries: Entry[]) {
  const onShow = vi.fn<() => void>()
  const box = {
    resolve: (decisions: readonly Decision[], added: readonly Sending[], kept: StoredDesk) => {
      decided.push({ decisions, added, kept })
      whileStoring()
      return Promise.resolve()
    },
  }
  const desk = { store, box, status: { entries }, state: store.state() } as unknown as DeskContext
  render(<RefusedEntries desk={desk} onClose={vi.fn<() => void>()} onShow={onShow} />)
  return onShow
}

const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())

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
  store = deskWith(finished(tested(LEFT)), 'final')
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
  store = deskWith(finished(tested(LEFT)), 'final')
  const shown: unknown[] = []
  whileStoring = () => shown.push(store.state().left.b3?.how)
  show(refused({ uaid: '3', bookingId: 'b3' }, { Results: SIX }, 'TESTS_OPEN'))
  await press('Dismiss')
  await press('Drop 1 entry')
  await waitFor(() => expect(store.athlete('b3')).toEqual(tested(LEFT)))
  expect(shown).toEqual(['final'])
  const { queue, left, onScreen, people } = store.state()
  expect(decided[0]?.kept).toMatchObject({ queue, left, onScreen, people })
  expect(queue).toContainEqual(tested(LEFT))
})

// RULES 11.5
it('drops nothing of whom the server has nothing when theirs are kept for all', async () => {
  const conflict = refused(POWER, OURS, 'TEST_CLOSED', { current: THEIRS })
  const other = refused({ ...POWER, uaid: '1', bookingId: 'b1' }, OURS, 'TEST_CLOSED', { current: THEIRS })
  const unknown = refused({ ...POWER, uaid: '9', bookingId: 'b9' }, OURS, 'NOT_ONBOARDED')
  show(conflict, { ...other, key: 'k2', seq: 2 }, { ...unknown, key: 'k3', seq: 3 })
  await press('Keep theirs for all 2')
  await press('Drop 2 entries')
  await waitFor(() => expect(dropped()).toEqual(['k', 'k2']))
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

it('puts nobody on the queue again whose booking has ended', async () => {
  store = deskWith(finished(tested(LEFT)), 'final')
  store.open({ is: 'test', test: 'Speed' })
  show(refused({ uaid: '3', bookingId: 'b3' }, { Results: SIX }, 'BOOKING_CLOSED', { current: [THEIRS] }))
  await press('Keep theirs')
  await press('Drop 1 entry')
  await waitFor(() => expect(store.state().left).toEqual({}))
  expect(store.athlete('b3')).toBeNull()
  expect(store.state().panel).toEqual({ is: 'test', test: 'Speed' })
})

it.each<[string, DeskAthlete | null]>([
  ['from the list', null],
  ['from the queue', tested(LEFT)],
])('has nobody declined %s any more once their refused decline is dismissed', async (_, athlete) => {
  store = deskWith(athlete)
  store.open({ is: 'test', test: 'Speed' })
  show(refused({ kind: 'decline', bookingId: 'b3' }, {}, 'STATUS_CONFLICT'))
  await press('Dismiss')
  await press('Drop 1 entry')
  await waitFor(() => expect(store.state().left).toEqual({}))
  expect(store.athlete('b3')).toEqual(athlete)
  const { onScreen, panel } = store.state()
  expect({ onScreen, panel }).toEqual({ onScreen: 'b2', panel: { is: 'test', test: 'Speed' } })
})

const OURS = { results: { TestType: 'Power', Attempts: [{ score: 45 }], Status: 'closed' } }

it('opens the test that is edited, even if an onboarding was refused before it', async () => {
  const whose: Partial<About> = { uaid: '2', bookingId: 'b2' }
  show(
    refused({ ...whose, kind: 'onboard' }, {}, '422'),
    refused({ ...whose, kind: 'test', test: 'Power' }, OURS, 'TEST_CLOSED', { current: THEIRS }),
  )
  await press('Edit')
  await waitFor(() => expect(store.state().panel).toEqual({ is: 'test', test: 'Power' }))
})

it('edits the latest value of a test that was refused twice, over what the server had before', async () => {
  const replaced = vi.spyOn(store, 'replaceTest')
  const about: Partial<About> = { kind: 'test', test: 'Power', uaid: '2', bookingId: 'b2' }
  const again = { results: { ...OURS.results, Attempts: [{ score: 50 }], replaces: 1 } }
  show(refused(about, OURS, 'RESULT_INVALID'), refused(about, again, 'RESULT_INVALID'))
  await press('Edit')
  await waitFor(() => expect(store.state().panel).toEqual({ is: 'test', test: 'Power' }))
  const edited = { status: 'open', attempts: [50], revision: 0 }
  expect(replaced.mock.calls).toEqual([['2', 'Power', edited]])
})

const POWER: Partial<About> = { kind: 'test', test: 'Power', uaid: '2', bookingId: 'b2' }
const replacing = (replaces: number) => ({ results: { ...OURS.results, replaces } })
const NOTHING = { TestType: 'Power', score: null, status: 'open', revision: 0, Attempts: [] }

it.each<[string, string, Entry[], DeskTest]>([
  [
    'Dismiss',
    'nothing',
    [refused(POWER, OURS, 'ATTEMPT_INVALID')],
    { revision: 0, status: 'open', attempts: [] },
  ],
  [
    'Dismiss',
    'what was there before both',
    [refused(POWER, replacing(2), 'ATTEMPT_INVALID'), refused(POWER, replacing(3), 'ATTEMPT_INVALID')],
    { revision: 2, status: 'open', attempts: [] },
  ],
  [
    'Keep theirs',
    'nothing',
    [refused(POWER, replacing(1), 'TEST_CLOSED', { current: NOTHING })],
    { revision: 0, status: 'open', attempts: [] },
  ],
  [
    'Keep theirs',
    'the same value',
    [
      refused(POWER, { results: { ...OURS.results, Attempts: [{ score: 60 }] } }, 'TEST_CLOSED', {
        current: THEIRS,
      }),
    ],
    { revision: 3, status: 'closed', attempts: [60], score: 75 },
  ],
])(
  'goes on from the server’s revision after “%s”, where the server has %s',
  async (way, _, entries, test) => {
    const replaced = vi.spyOn(store, 'replaceTest')
    show(...entries)
    await press(way)
    await press(`Drop ${entries.length === 1 ? '1 entry' : '2 entries'}`)
    await waitFor(() => expect(replaced.mock.calls).toEqual([['2', 'Power', test]]))
  },
)

it.each<[string, string, string[]]>([
  ['NOT_ONBOARDED', 'Onboard and send again', ['onboard']],
  ['ATTEMPT_INVALID', 'Send again', []],
])('settles several entries after %s by one decision', async (code, way, added) => {
  const speed = { results: { ...OURS.results, TestType: 'Speed' } }
  show(refused(POWER, OURS, code), {
    ...refused({ ...POWER, test: 'Speed' }, speed, code),
    key: 'k2',
    seq: 2,
  })
  await press(way)
  await waitFor(() => expect(decided).toHaveLength(1))
  expect(decided[0]?.decisions).toEqual([
    { key: 'k', how: 'again' },
    { key: 'k2', how: 'again' },
  ])
  expect(decided[0]?.added.map(({ about }) => about.kind)).toEqual(added)
})

it('replaces their value and drops ours by one decision', async () => {
  show(refused(POWER, OURS, 'TEST_CLOSED', { current: THEIRS }))
  await press('Send ours instead')
  await waitFor(() => expect(decided).toHaveLength(1))
  expect(dropped()).toEqual(['k'])
  expect(decided[0]?.added.map(({ write }) => write.body.results)).toEqual([{ ...OURS.results, replaces: 3 }])
})

const SPEED: Entry = {
  ...refused(
    { ...POWER, test: 'Speed' },
    { results: { ...OURS.results, TestType: 'Speed', replaces: 1 } },
    'INTERNAL',
  ),
  key: 'k2',
  seq: 2,
}

it('sends ours too where nobody knows what the server has', async () => {
  show(refused(POWER, OURS, 'TEST_CLOSED', { current: THEIRS }), SPEED)
  await press('Send ours instead')
  await waitFor(() => expect(decided).toHaveLength(1))
  expect(decided[0]?.added.map(({ write }) => write.body.results)).toEqual([
    { ...OURS.results, replaces: 3 },
    { ...OURS.results, TestType: 'Speed', replaces: 1 },
  ])
})

const ALIKE = { results: { ...OURS.results, Attempts: [{ score: 60 }] } }

it('goes on from the server’s revision after “Send ours instead” where both have the same value', async () => {
  const replaced = vi.spyOn(store, 'replaceTest')
  show(refused(POWER, ALIKE, 'TEST_CLOSED', { current: THEIRS }))
  await press('Send ours instead')
  const test = { revision: 3, status: 'closed', attempts: [60], score: 75 }
  await waitFor(() => expect(replaced.mock.calls).toEqual([['2', 'Power', test]]))
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

it('leaves a test on the desk whose later entry is still to be sent', async () => {
  const replaced = vi.spyOn(store, 'replaceTest')
  const { refusal: _, ...entry } = refused(POWER, replacing(1), '')
  show(refused(POWER, OURS, 'ATTEMPT_INVALID'), { ...entry, key: 'k2', seq: 2, state: 'waiting' })
  await press('Dismiss')
  await press('Drop 1 entry')
  await waitFor(() => expect(dropped()).toEqual(['k']))
  expect(replaced).not.toHaveBeenCalled()
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

it('counts a test that was recorded twice once', () => {
  const about: Partial<About> = { kind: 'test', test: 'Power', uaid: '2', bookingId: 'b2' }
  const entry = refused(about, OURS, 'TEST_CLOSED', { current: THEIRS })
  show(entry, { ...entry, key: 'k2', seq: 2 })
  expect(screen.getByText(/^1 test, recorded from/)).toBeTruthy()
})

it.each([
  ['Keep theirs', ['Keep theirs', 'Drop 1 entry']],
  ['Send ours instead', ['Send ours instead']],
])('leaves today’s visit alone after “%s” about an earlier one', async (_, presses) => {
  const about: Partial<About> = { kind: 'test', test: 'Power', bookingId: 'b0' }
  show(refused(about, OURS, 'TEST_CLOSED', { current: THEIRS }))
  for (const name of presses) await press(name)
  await waitFor(() => {
    expect(dropped()).toEqual(['k'])
    expect(screen.getByRole('list').hasAttribute('inert'), 'it is settled').toBe(false)
  })
  expect(store.athlete('b1')?.resultFinal?.score).toBe(50)
})

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
