// @vitest-environment node
/** The tablet's queue through WebAssembly; `crates/domain/tests/onboarding` proves its rules. */
import { expect, test } from 'vitest'

import { type DeskAct, type DeskQueue, type DeskTest, TEST_TYPES, onboarding } from '../index'

const BIG = '99999999999999999999'

function after(queue: DeskQueue, ...acts: DeskAct[]): DeskQueue {
  return acts.reduce((held, act) => {
    const checked = onboarding(held, act)
    if (!checked.ok) throw new Error(`${checked.error.code}: ${checked.error.message}`)
    return checked.value
  }, queue)
}

function refused(queue: DeskQueue, act: DeskAct): [string, string] {
  const before = structuredClone(queue)
  const checked = onboarding(queue, act)
  expect(queue).toEqual(before)
  return checked.ok ? ['none', ''] : [checked.error.code, checked.error.message]
}

const onboard = (uaid: string): DeskAct => ({ act: 'onboard', uaid, bookingId: `booking of ${uaid}` })
const submit = (uaid: string, place: number, score: number): DeskAct => ({
  act: 'submitTest',
  uaid,
  test: TEST_TYPES[place] ?? 'Cognitive',
  attempts: [20.005, 30],
  score,
})

test('people keep their numbers and bookings, the newest at the front', () => {
  const queue = after([], onboard('7'), onboard(BIG))
  expect(queue.map(({ uaid, bookingId }) => [uaid, bookingId])).toEqual([
    [BIG, `booking of ${BIG}`],
    ['7', 'booking of 7'],
  ])
  expect(refused(queue, onboard('7'))).toEqual(['422', 'User already onboarded'])
  expect(after(queue, { act: 'front', uaid: '7' }).map((athlete) => athlete.uaid)).toEqual(['7', BIG])
})

test('the last one dropped leaves the empty user', () => {
  const queue = after([], onboard('7'), submit('7', 0, 50), { act: 'dropFront' })
  const open = { status: 'open', attempts: [] }
  expect(queue).toEqual([
    {
      uaid: '',
      bookingId: '',
      status: 'onboarded',
      tests: Object.fromEntries(TEST_TYPES.map((type) => [type, open])),
    },
  ])
  expect(after(queue, onboard('8')).map((athlete) => athlete.uaid)).toEqual(['8'])
  expect(after(queue, { act: 'reset' })).toEqual([])
})

test('a test goes from open to closed and back, and remembers what it replaces', () => {
  const recorded = after(
    [],
    onboard('7'),
    { act: 'accept', uaid: '7' },
    {
      act: 'record',
      uaid: '7',
      test: 'Speed',
      attempts: [3.125],
    },
  )
  expect(recorded[0]?.status).toBe('accepted')
  expect(recorded[0]?.tests.Speed).toEqual({ status: 'open', attempts: [3.125] })
  const closed = after(recorded, submit('7', 3, 49.93))
  const state = { attempts: [20.005, 30], revision: 1 }
  expect(closed[0]?.tests.Speed).toEqual({ ...state, status: 'closed', score: 49.93 })
  expect(refused(closed, submit('7', 3, 1))[0]).toBe('TEST_CLOSED')
  const unlocked = after(closed, { act: 'unlock', uaid: '7', test: 'Speed' })
  expect(unlocked[0]?.tests.Speed).toEqual({ ...state, status: 'open' })
  const skipped = after(unlocked, { act: 'skip', uaid: '7', test: 'Speed' })
  expect(skipped[0]?.tests.Speed).toEqual({ ...state, status: 'dnt', revision: 2 })
})

test('a final names the open tests, then holds the score', () => {
  const five = [0, 1, 2, 3, 4].map((place) => submit('7', place, place * 10))
  const queue = after([], onboard('7'), ...five)
  const final: DeskAct = { act: 'submitFinal', uaid: '7' }
  expect(refused(queue, final)).toEqual(['TESTS_OPEN', 'Tests still open: Endurance'])
  const done = after(queue, submit('7', 5, 50.01), final)
  expect(done[0]?.resultFinal).toEqual({ status: 'completed', score: 25 })
  expect(refused(done, final)[0]).toBe('BOOKING_CLOSED')
  const dnt = after(queue, { act: 'skip', uaid: '7', test: 'Endurance' }, final)
  expect(dnt[0]?.resultFinal).toEqual({ status: 'dnt', score: null })
  expect(after(dnt, { act: 'reopen', uaid: '7' })[0]?.resultFinal).toBeUndefined()
})

test('what the server has is taken over, on coming in too', () => {
  const stored: DeskTest = { status: 'closed', attempts: [2.999], score: 80.07, revision: 3 }
  const queue = after([], {
    act: 'onboard',
    uaid: '7',
    bookingId: 'b',
    tests: { Speed: stored, Power: { status: 'dnt', attempts: [], revision: 1 } },
  })
  expect(queue[0]?.tests.Speed).toEqual(stored)
  expect(queue[0]?.tests.Power.status).toBe('dnt')
  expect(queue[0]?.tests.Agility.status).toBe('open')
  const taken = after(queue, { act: 'take', uaid: '7', test: 'Agility', state: stored })
  expect(taken[0]?.tests.Agility).toEqual(stored)
})

test('nobody, and more attempts than any test has, are refused', () => {
  const queue = after([], onboard('7'))
  expect(refused(queue, { act: 'accept', uaid: '8' })[0]).toBe('NOT_ONBOARDED')
  expect(refused(queue, { act: 'accept', uaid: '' })[0]).toBe('NOT_ONBOARDED')
  expect(refused(queue, onboard(''))[0]).toBe('MALFORMED')
  const attempts = Array.from({ length: 11 }, () => 40)
  expect(refused(queue, { act: 'record', uaid: '7', test: 'Power', attempts })[0]).toBe('MALFORMED')
  expect(refused(queue, { act: 'submitTest', uaid: '7', test: 'Power', attempts, score: 1 })[0]).toBe(
    'MALFORMED',
  )
})
