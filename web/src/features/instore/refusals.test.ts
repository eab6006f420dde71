import { describe, expect, it } from 'vitest'
import type { About, Entry } from '../../offline/outbox/outbox'
import { refusalOf, replacing, waysOf } from './refusals'

const entry = (
  kind: About['kind'],
  body: Record<string, unknown>,
  code: string,
  error: object = {},
): Entry => ({
  key: 'k',
  seq: 1,
  write: { method: 'POST', path: '/api/event/admin/test', body },
  about: { kind, uaid: '1', bookingId: 'b1', name: 'Casey', ...(kind === 'test' ? { test: 'Power' } : {}) },
  recordedAt: 0,
  state: 'refused',
  tries: 1,
  refusal: { status: 409, code, message: 'No.', error: { ...error } },
})

const MINE = { TestType: 'Power', Attempts: [{ score: 45 }], Status: 'closed' }
const THEIRS = { TestType: 'Power', score: 75, status: 'closed', revision: 3, Attempts: [{ score: 60 }] }

describe('a test that somebody else closed', () => {
  const closed = entry('test', { uaid: '1', results: MINE }, 'TEST_CLOSED', { current: THEIRS })

  it('shows both values and offers either, or a look at it', () => {
    expect(refusalOf(closed).rows).toEqual([
      {
        test: 'Power',
        mine: { status: 'closed', attempts: [45], score: null, revision: 0 },
        theirs: { status: 'closed', attempts: [60], score: 75, revision: 3 },
      },
    ])
    expect(waysOf(closed, true)).toEqual(['theirs', 'mine', 'edit'])
    expect(waysOf(closed, false)).toEqual(['theirs', 'mine'])
  })

  it('is sent again in place of theirs', () => {
    expect(replacing(closed, 3)).toEqual({ uaid: '1', results: { ...MINE, replaces: 3 } })
    expect(replacing(entry('test', { results: { ...MINE, replaces: 2 } }, ''), 0)).toEqual({ results: MINE })
  })
})

describe('a final that differs', () => {
  it('shows the tests that differ only', () => {
    const speed = { TestType: 'Speed', Attempts: [{ score: 3.4 }], Status: 'closed' }
    const final = entry('final', { Results: [MINE, speed] }, 'RESULTS_DIFFER', {
      current: [THEIRS, { ...speed, Attempts: speed.Attempts, status: 'closed', revision: 1, score: 53.33 }],
    })
    expect(refusalOf(final).rows.map(({ test }) => test)).toEqual(['Power'])
    expect(waysOf(final, true)).toEqual(['theirs', 'reopen', 'again'])
    expect(waysOf(entry('final', {}, 'TESTS_OPEN'), true)).toEqual(['reopen', 'again', 'drop'])
    expect(waysOf(entry('final', {}, 'BOOKING_CLOSED'), true)).toEqual(['drop'])
  })
})

it('lets somebody who was onboarded elsewhere stay or go', () => {
  expect(waysOf(entry('onboard', {}, '422'), true)).toEqual(['drop', 'remove'])
  expect(waysOf(entry('onboard', {}, 'CODE_OTHER_DAY'), true)).toEqual(['again', 'remove'])
})
