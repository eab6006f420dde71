// What a decision about refused tests does to the tablet: which value it goes on with, and over which revision.
import type { DeskTest } from '@sixfold/domain'
import { press, screen, waitFor } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import type { About, Entry } from '../../../offline/outbox'
import { ALIKE, decided, dropped, OURS, POWER, refused, show, store, THEIRS } from '../../../test/refused'

vi.mock('../../../rules', () => ({ useRules: () => ({ testScore: () => ({ ok: true, value: 50 }) }) }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => ({ data: { role: 2 } }) }))
vi.mock('../../../offline/day', () => ({ useDay: () => ({ day: null }) }))

it('opens the test that is edited, even if an onboarding was refused before it', async () => {
  show(
    refused({ kind: 'onboard', uaid: '2', bookingId: 'b2' }, {}, '422'),
    refused(POWER, OURS, 'TEST_CLOSED', { current: THEIRS }),
  )
  await press('Edit')
  await waitFor(() => expect(store.state().panel).toEqual({ is: 'test', test: 'Power' }))
})

it('edits the latest value of a test that was refused twice, over what the server had before', async () => {
  const replaced = vi.spyOn(store, 'replaceTest')
  const again = { results: { ...OURS.results, Attempts: [{ score: 50 }], replaces: 1 } }
  show(refused(POWER, OURS, 'RESULT_INVALID'), refused(POWER, again, 'RESULT_INVALID'))
  await press('Edit')
  await waitFor(() => expect(store.state().panel).toEqual({ is: 'test', test: 'Power' }))
  const edited = { status: 'open', attempts: [50], revision: 0 }
  expect(replaced.mock.calls).toEqual([['2', 'Power', edited]])
})

it('counts a test that was recorded twice once', () => {
  const entry = refused(POWER, OURS, 'TEST_CLOSED', { current: THEIRS })
  show(entry, { ...entry, key: 'k2', seq: 2 })
  expect(screen.getByText(/^1 test, recorded from/)).toBeTruthy()
})

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
    [refused(POWER, ALIKE, 'TEST_CLOSED', { current: THEIRS })],
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

it('goes on from the server’s revision after “Send ours instead” where both have the same value', async () => {
  const replaced = vi.spyOn(store, 'replaceTest')
  show(refused(POWER, ALIKE, 'TEST_CLOSED', { current: THEIRS }))
  await press('Send ours instead')
  const test = { revision: 3, status: 'closed', attempts: [60], score: 75 }
  await waitFor(() => expect(replaced.mock.calls).toEqual([['2', 'Power', test]]))
})

it('leaves a test on the desk whose later entry is still to be sent', async () => {
  const replaced = vi.spyOn(store, 'replaceTest')
  const { refusal: _, ...entry } = refused(POWER, replacing(1), '')
  show(refused(POWER, OURS, 'ATTEMPT_INVALID'), { ...entry, key: 'k2', seq: 2, state: 'waiting' })
  await press('Dismiss')
  await press('Drop 1 entry')
  await waitFor(() => expect(dropped()).toEqual(['k']))
  expect(replaced).not.toHaveBeenCalled()
})

it.each([
  ['Keep theirs', ['Keep theirs', 'Drop 1 entry']],
  ['Send ours instead', ['Send ours instead']],
])('leaves today’s visit alone after “%s” about an earlier one', async (_, presses) => {
  const earlier: Partial<About> = { kind: 'test', test: 'Power', bookingId: 'b0' }
  show(refused(earlier, OURS, 'TEST_CLOSED', { current: THEIRS }))
  for (const name of presses) await press(name)
  await waitFor(() => {
    expect(dropped()).toEqual(['k'])
    expect(screen.getByRole('list').hasAttribute('inert'), 'it is settled').toBe(false)
  })
  expect(store.athlete('b1')?.resultFinal?.score).toBe(50)
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
