// A tablet with refused entries, for the tests of what is decided about them: plain rules in place of the real ones.
import type { DeskAct, DeskAthlete, DeskQueue, DeskTest } from '@sixfold/domain'
import { render } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { TEST_TYPES } from '../components/art/test-types'
import type { Departure } from '../features/instore/desk/departures'
import { DeskStore } from '../features/instore/desk/desk-store'
import type { StoredDesk } from '../features/instore/desk/stored-desk'
import type { DeskContext } from '../features/instore/desk/use-desk'
import type { Person, TestType } from '../features/instore/model'
import { RefusedEntries } from '../features/instore/refused/RefusedEntries'
import type { Sending } from '../features/instore/writes'
import type { About, Decision, Entry } from '../offline/outbox'
import { CASEY, RAW, ROBIN } from './desk'

/** With six closed tests. */
export const tested = ({ uaid, bookingId }: Pick<Person, 'uaid' | 'bookingId'>): DeskAthlete => ({
  uaid,
  bookingId,
  status: 'accepted',
  tests: Object.fromEntries(
    TEST_TYPES.map((test) => [test, { status: 'closed', attempts: [RAW[test]], score: 50, revision: 1 }]),
  ) as unknown as Record<TestType, DeskTest>,
})

export const finished = (athlete: DeskAthlete): DeskAthlete => ({
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

/** Has left the screen. */
export const LEFT: Person = { ...ROBIN, uaid: '3', bookingId: 'b3' }

export let store: DeskStore
/** Each decision with what it added. */
export let decided: { decisions: readonly Decision[]; added: readonly Sending[]; kept: StoredDesk }[]
let whileStoring: () => void

/** Begins anew: Robin is on screen and Casey has finished; `athlete` is what the tablet still has of who has left. */
export function begin(athlete: DeskAthlete | null, how: Departure['how'] = 'declined'): void {
  store = new DeskStore(
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
}

/** Has this called while a decision is being stored. */
export function onStoring(call: () => void): void {
  whileStoring = call
}

beforeEach(() => {
  decided = []
  onStoring(() => undefined)
  begin(null)
})

/** The keys of what was dropped. */
export const dropped = () =>
  decided.flatMap(({ decisions }) => decisions.filter(({ how }) => how === 'drop').map(({ key }) => key))

export const refused = (
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

export const SIX = TEST_TYPES.map((test) => ({
  TestType: test,
  Attempts: [{ score: RAW[test] }],
  Status: 'closed',
}))
export const POWER: Partial<About> = { kind: 'test', test: 'Power', uaid: '2', bookingId: 'b2' }
export const OURS = { results: { TestType: 'Power', Attempts: [{ score: 45 }], Status: 'closed' } }
export const THEIRS = {
  TestType: 'Power',
  score: 75,
  status: 'closed',
  revision: 3,
  Attempts: [{ score: 60 }],
}
/** The same as theirs. */
export const ALIKE = { results: { ...OURS.results, Attempts: [{ score: 60 }] } }

export function show(...entries: Entry[]) {
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
