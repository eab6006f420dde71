import { describe, expect, it } from 'vitest'
import type { DayBooking } from '../../../offline/day'
import type { About, Entry } from '../../../offline/outbox'
import { cardsOf, handedOver, isSentAgain } from './cards'
import { refusalOf } from './refusals'

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

const nothing = { athlete: () => null, queued: () => false, booking: () => null, mayOverride: false }
const card = (queued: boolean, ...entries: Entry[]) => {
  const [found] = cardsOf(entries, { ...nothing, queued: () => queued })
  if (!found) throw new Error('no card')
  return found
}

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
    expect(card(true, closed).ways).toEqual(['theirs', 'mine', 'edit'])
    expect(card(false, closed).ways).toEqual(['theirs', 'mine'])
  })

  it('is one test to edit, with the latest value, when it was recorded here more than once', () => {
    const again = { ...MINE, Attempts: [{ score: 50 }], replaces: 1 }
    const second = entry('test', { uaid: '1', results: again }, 'TEST_CLOSED', { current: THEIRS })
    const both = card(true, closed, second)
    expect(both.ways).toEqual(['theirs', 'mine', 'edit'])
    expect(both.rows[2]?.here?.attempts).toEqual([50])
  })
})

it('offers one test to edit, however often it was recorded, when the server takes no such result', () => {
  const power = entry('test', { results: MINE }, 'RESULT_INVALID')
  const speed = { ...power, about: { ...power.about, test: 'Speed' as const } }
  expect(card(true, power).ways).toEqual(['edit', 'again', 'drop'])
  expect(card(true, power, power).ways).toEqual(['edit', 'again', 'drop'])
  expect(card(true, power, speed).ways, 'two tests').toEqual(['again', 'drop'])
  expect(card(true, entry('onboard', {}, 'RESULT_INVALID'), power).ways).toEqual(['again', 'drop'])
})

it('takes no list for what the server has that is older than what an entry replaces', () => {
  const booking = { results: [] } as unknown as DayBooking
  const known = { ...nothing, booking: () => booking }
  const rowOf = (replaces: number) =>
    cardsOf([entry('test', { results: { ...MINE, replaces } }, 'ATTEMPT_INVALID')], known)[0]?.rows[2]
  expect(rowOf(0)).toMatchObject({ there: null, before: 0 })
  expect(rowOf(2)).toMatchObject({ there: undefined, before: 2 })
})

describe('a final that differs', () => {
  it('shows the tests that differ only', () => {
    const speed = { TestType: 'Speed', Attempts: [{ score: 3.4 }], Status: 'closed' }
    const final = entry('final', { Results: [MINE, speed] }, 'RESULTS_DIFFER', {
      current: [THEIRS, { ...speed, Attempts: speed.Attempts, status: 'closed', revision: 1, score: 53.33 }],
    })
    expect(refusalOf(final).rows.map(({ test }) => test)).toEqual(['Power'])
    expect(card(true, final).ways).toEqual(['theirs', 'mine', 'reopen'])
    expect(card(true, entry('final', {}, 'TESTS_OPEN')).ways).toEqual(['reopen', 'again', 'drop'])
  })
})

it('lets somebody who was onboarded elsewhere stay or go', () => {
  expect(card(true, entry('onboard', {}, '422')).ways).toEqual(['carryOn', 'remove'])
  expect(card(true, entry('onboard', {}, 'CODE_OTHER_DAY')).ways).toEqual(['again', 'remove'])
})

it.each(['SLOT_FULL', 'UNDO_TOO_LATE', 'BOOKING_OPEN_EXISTS'])(
  'takes somebody off the tablet whose decline was not undone: %s',
  (code) => {
    const undo = entry('undoDecline', {}, code)
    expect(card(true, undo).ways).toEqual(['again', 'remove'])
    expect(card(false, undo).ways, 'not on the queue').toEqual(['again', 'drop'])
    expect(card(true, entry('decline', {}, code), undo).ways, 'nor declined').toEqual(['again', 'drop'])
  },
)

it('leaves them to the other tablet once the onboarding was undone here', () => {
  const undone = [entry('onboard', {}, '422'), entry('release', {}, '422')]
  expect(card(false, ...undone).ways).toEqual(['drop'])
  expect(undone.map(isSentAgain)).toEqual([false, false])
})

it('onboards somebody again whose onboarding was undone elsewhere', () => {
  expect(card(true, entry('test', { results: MINE }, 'NOT_ONBOARDED')).ways).toEqual(['onboard', 'drop'])
  expect(card(true, entry('release', {}, 'NOT_ONBOARDED')).ways).toEqual(['again', 'drop'])
})

// RULES 11.1
it('leads to programme delivery where their booking was moved to another day meanwhile', () => {
  const entries = [
    entry('onboard', { code: '7K3QXM', day: '2026-11-21' }, 'CODE_OTHER_DAY', { date: '2026-11-28' }),
    entry('test', { results: MINE }, 'NOT_ONBOARDED'),
  ]
  for (const queued of [true, false]) {
    const one = card(queued, ...entries)
    expect(one.ways).toEqual(['again', 'drop'])
    expect([one.otherDay, one.testedOn]).toEqual(['2026-11-28', '2026-11-21'])
    expect(one.failures.map(({ errorCode }) => errorCode)).toEqual(['CODE_OTHER_DAY'])
  }
  const [theirs] = cardsOf(entries, { ...nothing, mayOverride: true })
  expect(theirs?.ways, 'role 3').toEqual(['override', 'again', 'drop'])
  const [alone] = cardsOf(entries.slice(0, 1), { ...nothing, mayOverride: true, queued: () => true })
  expect(alone?.ways, 'nothing recorded yet').toEqual(['override', 'again', 'remove'])
  expect(card(true, entry('test', { results: MINE }, 'NOT_ONBOARDED')).otherDay).toBeNull()
})

it('sends a final again with its own values, but nobody’s onboarding twice', () => {
  expect(isSentAgain(entry('final', {}, 'RESULTS_DIFFER'))).toBe(true)
  expect(isSentAgain(entry('test', {}, 'TEST_CLOSED'))).toBe(false)
  expect(isSentAgain(entry('onboard', {}, '422'))).toBe(false)
})

describe('a visit that another tablet has ended', () => {
  const result = (test: string, score: number) => ({
    TestType: test,
    Attempts: [{ score }],
    Status: 'closed',
  })
  const six = ['Cognitive', 'Strength', 'Power', 'Speed', 'Agility', 'Endurance']
  const stored = six.map((test) => ({ ...THEIRS, TestType: test, revision: 1 }))
  const ended = [
    entry('onboard', {}, 'CODE_USED'),
    ...six.map((test) => entry('test', { results: result(test, 45) }, 'BOOKING_CLOSED', { current: stored })),
    entry('final', { Results: six.map((test) => result(test, 45)), Notes: 'Lane two.' }, 'BOOKING_CLOSED', {
      current: stored,
    }),
  ]

  it('is one card with six tests, both values of each, and one way for all of it', () => {
    const cards = cardsOf(ended, nothing)
    expect(cards).toHaveLength(1)
    const [one] = cards
    expect(one?.entries).toHaveLength(8)
    expect(one?.rows.map(({ test }) => test)).toEqual(six)
    for (const { here, there, differs } of one?.rows ?? []) {
      expect([here?.attempts, there?.attempts, differs]).toEqual([[45], [60], true])
    }
    expect(one?.ways).toEqual(['theirs', 'request'])
    expect(one?.notes).toBe('Lane two.')
    if (!one) throw new Error('no card')
    expect(handedOver(one)).toEqual(six.map((test) => ({ test, attempts: [45], status: 'closed' })))
  })

  it('shows what the day’s list has where the refusal names nothing', () => {
    const old = entry('test', { results: result('Power', 45) }, 'BOOKING_CLOSED')
    const booking = {
      results: [{ TestType: 'Power', score: 75, status: 'closed', revision: 1, attempts: [{ score: 60 }] }],
    } as unknown as DayBooking
    const [one] = cardsOf([old], { ...nothing, booking: () => booking })
    expect(one?.rows[2]?.there?.attempts).toEqual([60])
    expect(one?.rows[3]?.there).toBeNull()
    expect(cardsOf([old], nothing)[0]?.rows[2]?.there, 'nobody knows').toBeUndefined()
  })

  it('keeps people apart', () => {
    const other = entry('decline', {}, 'STATUS_CONFLICT')
    const cards = cardsOf(
      [...ended, { ...other, about: { ...other.about, bookingId: 'b2', name: 'Robin' } }],
      nothing,
    )
    expect(cards.map(({ name, ways }) => [name, ways[0]])).toEqual([
      ['Casey', 'theirs'],
      ['Robin', 'again'],
    ])
  })
})
