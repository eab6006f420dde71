import { describe, expect, it } from 'vitest'
import { points } from '../../academy/numbers'
import {
  bestBefore,
  boardOf,
  inOrder,
  isShared,
  jumpTo,
  landing,
  onBoards,
  seasonsOf,
  shown,
  speedsBeside,
  stateOf,
  stepsOf,
  toCome,
} from './ceremony'
import type { RevealFinal, RevealState } from './api'

const held = (bookingId: string, score: number): RevealFinal => ({
  uaid: bookingId,
  bookingId,
  firstName: bookingId,
  lastName: '',
  gender: '',
  score,
  position: 1,
  bestScore: null,
  season: 3,
  testDate: '2026-11-21',
})

const state = (step: number, names: string, withdrawn = ''): RevealState => ({
  running: true,
  step,
  speed: 1,
  held: [],
  steps: [...names].map((name, index) => ({
    uaid: name,
    firstName: name,
    lastName: '',
    bookingId: name,
    testDate: '2026-11-21',
    gender: '',
    score: 50,
    position: 1,
    bestScore: null,
    season: 3,
    step: index + 1,
    revealed: index < step,
    withdrawn: withdrawn.includes(name),
  })),
})

describe('the order', () => {
  // The newest first, as the server lists them.
  const list = [held('d', 70), held('c', 90), held('b', 70), held('a', 40)]
  const names = (order: Parameters<typeof inOrder>[1], own: string[] = []) =>
    inOrder(list, order, own)
      .map(({ bookingId }) => bookingId)
      .join('')

  it('decides the top last; within a tie whoever was first stands first on the board', () => {
    expect(names('ascending')).toBe('adbc')
    expect(names('descending')).toBe('cbda')
  })

  it('is as somebody put it, with whoever was held since in front and without whoever went', () => {
    expect(names('own', ['b', 'gone', 'a', 'c', 'd'])).toBe('bacd')
    expect(names('own', ['c', 'a'])).toBe('dbca')
  })
})

// RULES 8.8
it('has no step for a final that is not above an earlier one of its athlete', () => {
  const alex = (bookingId: string, score: number) => ({ ...held(bookingId, score), uaid: 'Alex' })
  const [first, best, again, other] = [alex('a', 60), alex('b', 80), alex('c', 70), held('d', 70)] as const
  const stepsIn = (...order: RevealFinal[]) =>
    stepsOf(order)
      .map(({ bookingId }) => bookingId)
      .join('')
  expect(stepsIn(first, other, again, best)).toBe('adcb')
  expect(stepsIn(first, best, other, again)).toBe('abd')
  expect(bestBefore(again, [first, best, again])).toBe(80)
  expect(bestBefore(best, [first, best, again])).toBeNull()
  expect(stepsIn(best, alex('e', 80))).toBe('b')
})

it('is made of those whom a board will show', () => {
  const list = [held('b', 70), { ...held('a', 40), position: null }]
  expect(onBoards(list).map(({ bookingId }) => bookingId)).toEqual(['b'])
})

it('is of one of their seasons', () => {
  const list = [
    held('c', 50),
    { ...held('b', 70), season: 4 },
    held('a', 40),
    { ...held('d', 60), season: null },
  ]
  expect(seasonsOf(list)).toEqual([4, 3])
})

describe('a running ceremony', () => {
  it('shows the newest step and prepares the next', () => {
    expect(shown(state(0, 'abc'))).toBeNull()
    expect(shown(state(2, 'abc'))?.uaid).toBe('b')
    expect(toCome(state(2, 'abc')).map(({ uaid }) => uaid)).toEqual(['c'])
    expect(toCome(state(3, 'abc'))).toEqual([])
  })

  it('passes over whoever has been withdrawn', () => {
    const at = state(2, 'abcd', 'bc')
    expect(shown(at), 'the screens show nobody').toBeNull()
    expect(toCome(at).map(({ uaid }) => uaid)).toEqual(['d'])
    expect(at.steps.map((step) => stateOf(step, at))).toEqual(['shown', 'withdrawn', 'withdrawn', 'next'])
  })

  it('says of each step where it is', () => {
    const at = state(2, 'abcd')
    expect(at.steps.map((step) => stateOf(step, at))).toEqual(['shown', 'now', 'next', 'later'])
  })

  it('counts whom a jump reveals or takes back', () => {
    expect(jumpTo(4, state(1, 'abcd', 'c'))).toEqual({ revealed: 2, takenBack: 0 })
    expect(jumpTo(1, state(4, 'abcd', 'c'))).toEqual({ revealed: 0, takenBack: 2 })
    expect(jumpTo(2, state(2, 'abcd'))).toEqual({ revealed: 0, takenBack: 0 })
  })
})

it('goes through the speeds, from whatever the server has', () => {
  expect(speedsBeside(1)).toEqual({ slower: 0.75, faster: 1.25 })
  expect(speedsBeside(0.25)).toEqual({ slower: null, faster: 0.5 })
  expect(speedsBeside(4)).toEqual({ slower: 3, faster: null })
  expect(speedsBeside(1.1)).toEqual({ slower: 1, faster: 1.25 })
})

it('knows a tie from a final that only lands in the same place', () => {
  const list = [held('a', 70), held('b', 70), held('c', 60)]
  expect(list.map((final) => isShared(final, list))).toEqual([true, true, false])
  const { steps } = state(0, 'ab', 'b')
  expect(steps.map((step) => isShared(step, steps))).toEqual([false, true])
})

it('says places, boards and days', () => {
  const third = { position: 3, bestScore: null }
  expect([landing(third), landing(third, true)]).toEqual(['Place 3', 'Place 3, shared'])
  expect(landing({ position: null, bestScore: null })).toBe('On no board')
  // RULES 8.8
  expect(landing({ position: null, bestScore: 80 })).toBe('Keeps their 80.00')
  expect([points(87.5), points(null)]).toEqual(['87.50', '–'])
  expect([boardOf('female'), boardOf('male'), boardOf('other'), boardOf(null)]).toEqual([
    'Women',
    'Men',
    null,
    null,
  ])
})
