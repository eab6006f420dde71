import { describe, expect, it } from 'vitest'
import { boardOf, boardRow } from '../../test/board'
import { PUSHED, withPush, type OnScreen } from './live-board'

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => boardRow(at + 1, `Athlete ${at + 1}`))
const KNOWN = boardOf([boardRow(1, 'Ben')], { timestamp: '2026-11-21T10:00:00.000Z' })
const SCREEN: OnScreen = { season: 3, gender: 'all', ages: 'all', test: 'final', top: 15, signedIn: false }

describe('a push', () => {
  it('is the board of a visitor, without a request', () => {
    const push = boardOf(many(15), { total: 40, males: [], females: [] })
    const { data, whole } = withPush(KNOWN, push, SCREEN) ?? {}
    expect(whole).toBe(true)
    expect(data).toMatchObject({ total: 40, season: 3, timestamp: push.timestamp })
    expect(data).not.toHaveProperty('males')
    expect(withPush(undefined, push, SCREEN)?.data?.leaderboard).toHaveLength(15)
    expect(withPush(KNOWN, push, { ...SCREEN, top: 5 })?.data?.leaderboard).toHaveLength(5)
  })

  it('is nothing about another season, nor where it says what is known', () => {
    const push = boardOf(many(3))
    expect(withPush(KNOWN, push, { ...SCREEN, season: 2 })).toBeNull()
    const me = boardRow(2, 'Athlete 2', { uaid: '7', lastName: 'Bell', isUser: true, score: 88 })
    const own = boardOf(many(3).with(1, me), { me, timestamp: '2026-11-21T11:00:00.000Z' })
    expect(withPush(own, push, { ...SCREEN, signedIn: true })).toBeNull()
    expect(withPush({ ...own, total: 4 }, push, SCREEN)).not.toBeNull()
    expect(withPush(own, boardOf(many(3).with(2, boardRow(3, 'Ben'))), SCREEN)).not.toBeNull()
    // A server whose clock was set back is trusted nevertheless.
    expect(withPush(boardOf([], { timestamp: '2026-12-01T10:00:00.000Z' }), push, SCREEN)?.whole).toBe(true)
  })

  it('counts a group only where the whole of it is there', () => {
    const few = boardOf(many(15), { females: [boardRow(1, 'Amara')], males: [] })
    expect(withPush(KNOWN, few, { ...SCREEN, gender: 'female' })).toMatchObject({
      data: { total: 1, leaderboard: [{ firstName: 'Amara' }] },
      whole: true,
    })
    const full = boardOf(many(15), { females: many(PUSHED) })
    expect(
      withPush(boardOf([], { ...KNOWN, total: 33 }), full, { ...SCREEN, gender: 'female' }),
    ).toMatchObject({
      data: { total: 33 },
      whole: false,
    })
  })

  it('leaves what it does not hold to a request', () => {
    const push = boardOf(many(PUSHED), { total: 40 })
    expect(withPush(KNOWN, push, { ...SCREEN, test: 'Power' })).toEqual({ data: null, whole: false })
    expect(withPush(KNOWN, push, { ...SCREEN, ages: '25-29' })).toEqual({ data: null, whole: false })
    expect(withPush(KNOWN, push, { ...SCREEN, top: 100 })).toEqual({ data: null, whole: false })
    // Of twelve people there are no more than are pushed.
    expect(withPush(KNOWN, boardOf(many(12)), { ...SCREEN, top: 100 })?.whole).toBe(true)
  })

  it('asks for what it does not say, although its rows are known', () => {
    const rows = many(PUSHED)
    const push = boardOf(rows, { total: 128, females: rows, timestamp: '2026-11-21T11:00:00.000Z' })
    const ask = { data: null, whole: false }
    const signedIn = { ...SCREEN, signedIn: true }
    const me = boardRow(40, 'Robin', { uaid: '7', lastName: 'Field', isUser: true })
    expect(withPush(boardOf(rows, { total: 128, me, around: [me] }), push, signedIn)).toEqual(ask)
    expect(withPush(boardOf(rows, { total: 128 }), push, signedIn)).toBeNull()
    expect(withPush(boardOf(rows, { total: 33 }), push, { ...SCREEN, gender: 'female' })).toEqual(ask)
  })

  it('keeps the viewer’s own row until it has been asked for', () => {
    const signedIn = { ...SCREEN, signedIn: true }
    const me = boardRow(4, 'Robin', { uaid: '7', lastName: 'Field', isUser: true, score: 80 })
    const known = boardOf([boardRow(1, 'Ben')], { timestamp: KNOWN.timestamp, me, around: [me] })
    const push = boardOf([
      boardRow(1, 'Ben'),
      boardRow(2, 'Robin', { lastName: 'F', score: 80 }),
      boardRow(3, 'Robin', { lastName: 'F' }),
    ])
    const pushed = withPush(known, push, signedIn)
    expect(pushed?.whole).toBe(false)
    expect(pushed?.data?.me).toEqual(me)
    expect(pushed?.data?.leaderboard).toMatchObject([
      { isUser: false },
      { isUser: true, lastName: 'Field', uaid: '7', position: 2 },
      { isUser: false, lastName: 'F' },
    ])
    expect(withPush(undefined, push, signedIn)).toEqual({ data: null, whole: false })
  })
})
