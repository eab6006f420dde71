import { beforeEach, describe, expect, it } from 'vitest'
import type { LeaderboardRow } from '../../../api/types'
import { boardOf, boardRow } from '../../../test/board'
import { boardsOf, keepBoards, keptBoards, type Boards } from './scenes/boards'
import { beginOf, counted, partAt, untilNext } from './stage/ceremony'
import { rowsFor } from './stage/fit'
import { boardAt, turning, untilTurn } from './scenes/rotation'
import { follow, rowOf } from './scenes/rows'
import { storeSettings, storedSettings, orderly, readSettings } from './settings'

const row = (firstName: string, score: number, more: Partial<LeaderboardRow> = {}) =>
  boardRow(1, firstName, { score, prevPosition: null, ...more })

const boards = (more: Partial<Boards> = {}): Boards => ({
  overall: [row('Amara', 90)],
  women: [row('Amara', 90)],
  men: [],
  total: 1,
  season: 3,
  at: '2026-11-21T10:00:00.000Z',
  ...more,
})

beforeEach(() => localStorage.clear())

describe('settings', () => {
  it('are kept, and what cannot be read is as at first', () => {
    const chosen = { boards: ['women', 'men'], pace: 60, showBgImage: false, sound: true } as const
    storeSettings({ ...chosen, boards: [...chosen.boards] })
    expect(storedSettings()).toEqual(chosen)
    localStorage.setItem('sixfold-venue-settings', '{"boards":["nobody"],"pace":7,"sound":"loud"}')
    expect(storedSettings()).toEqual({ boards: ['overall'], pace: 20, showBgImage: true, sound: false })
    localStorage.setItem('sixfold-venue-settings', 'not JSON')
    expect(storedSettings()).toEqual(readSettings(null))
  })

  it('have each board once, in order, and never none', () => {
    expect(orderly(['men', 'overall', 'men'])).toEqual(['overall', 'men'])
    expect(orderly([])).toEqual(['overall'])
  })
})

describe('boards that outlive a night', () => {
  const now = Date.parse('2026-11-22T08:00:00.000Z')

  it('are read the next morning and forgotten after that', () => {
    keepBoards(boards())
    expect(keptBoards(now)).toEqual(boards())
    expect(keptBoards(now + 24 * 3_600_000)).toBeNull()
    expect(keptBoards(now)).toBeNull()
  })

  it('are whole or nothing', () => {
    for (const text of [
      'null',
      '{}',
      '{"overall":[1],"women":[],"men":[],"total":1,"at":"2026-11-22T08:00:00Z"}',
    ]) {
      localStorage.setItem('sixfold-venue-board', text)
      expect(keptBoards(now), text).toBeNull()
    }
  })

  it('come from an answer, also one without groups', () => {
    const answer = boardOf([row('Amara', 90)], { timestamp: boards().at })
    expect(boardsOf(answer)).toEqual(boards({ women: [] }))
  })

  // RULES 10.7
  it.each([
    ['Okafor', 'O'],
    [' e\u0301clair', 'E\u0301'],
    ['', ''],
  ])('have nothing of an answer’s own row that others may not see: %o', (lastName, initial) => {
    const own = row('Amara', 90, { uaid: '10000007', lastName, isUser: true, gender: 'other' })
    keepBoards(boardsOf(boardOf([own], { females: [own], males: [own], timestamp: boards().at })))
    const shown = row('Amara', 90, { lastName: initial, gender: null })
    expect(keptBoards(now)).toEqual(boards({ overall: [shown], women: [shown], men: [shown] }))
  })
})

describe('turns', () => {
  it('pass over boards that nobody stands on', () => {
    expect(turning(boards(), ['overall', 'women', 'men'])).toEqual(['overall', 'women'])
    expect(turning(boards({ overall: [], women: [] }), ['women', 'men'])).toEqual(['women'])
    expect(turning(null, ['men'])).toEqual(['men'])
  })

  it('follow the clock', () => {
    const among = ['overall', 'women', 'men'] as const
    const at = [0, 19_999, 20_000, 40_000, 60_000].map((now) => boardAt(now, among, 20))
    expect(at).toEqual(['overall', 'overall', 'women', 'men', 'overall'])
    expect(untilTurn(19_999, among, 20)).toBe(1)
    expect(untilTurn(20_000, among, 20)).toBe(20_000)
    expect(untilTurn(20_000, ['men'], 20)).toBeNull()
  })
})

describe('a reveal is played', () => {
  it('part by part, at its speed', () => {
    const parts = ['dim', 'name', 'pause', 'count', 'stand', 'land'] as const
    for (const part of parts) {
      expect(partAt(beginOf(part), 1)).toBe(part)
      expect(partAt(beginOf(part) / 2, 2)).toBe(part)
    }
    expect(partAt(beginOf('over') - 1, 1)).toBe('land')
    expect(partAt(beginOf('over'), 1)).toBe('over')
  })

  it('and says when the next part comes', () => {
    expect(untilNext(0, 1)).toBe(beginOf('name'))
    expect(untilNext(0, 2)).toBe(beginOf('name') / 2)
    expect(untilNext(beginOf('land'), 1)).toBe(beginOf('over') - beginOf('land'))
    expect(untilNext(beginOf('over'), 1)).toBeNull()
    // A speed that nobody can mean.
    expect(untilNext(0, Number.NaN)).toBe(beginOf('name'))
    expect(untilNext(0, 0)).toBe(beginOf('name') * 4)
  })

  it('with a score that ends exactly where it should', () => {
    expect(counted(88.2, -1)).toBe(0)
    expect(counted(88.2, 0.5)).toBeCloseTo(77.175)
    expect(counted(88.2, 1)).toBe(88.2)
    expect(counted(88.2, 7)).toBe(88.2)
  })
})

describe('who is who', () => {
  const names = (rows: readonly { key: string; row: LeaderboardRow }[]) =>
    rows.map(({ key, row: { firstName, score } }) => `${key} ${firstName} ${score}`)

  it('keeps the key of somebody who climbs, with a better score too', () => {
    const before = follow([], [row('Amara', 90), row('Chloe', 80)])
    const after = follow(before, [row('Chloe', 95), row('Amara', 90)])
    expect(after.map(({ key }) => key)).toEqual([before[1]?.key, before[0]?.key])
  })

  it('tells two of a name apart by their scores', () => {
    const before = follow([], [row('Amara', 90), row('Amara', 80), row('Amara', 70)])
    expect(new Set(before.map(({ key }) => key)).size).toBe(3)
    const after = follow(before, [row('Amara', 90), row('Amara', 85), row('Amara', 80)])
    expect(names(after)).toEqual([
      `${before[0]?.key} Amara 90`,
      `${before[2]?.key} Amara 85`,
      `${before[1]?.key} Amara 80`,
    ])
  })

  it('gives somebody new a key of their own', () => {
    const before = follow([], [row('Amara', 90)])
    const after = follow(before, [row('Amara', 90), row('Amara', 60)])
    expect(new Set(after.map(({ key }) => key)).size).toBe(2)
    expect(after[0]?.key).toBe(before[0]?.key)
  })

  it('finds the row of a reveal', () => {
    const rows = [row('Amara', 90), row('Amara', 80), row('Amara', 80, { gender: 'male' })]
    expect(rowOf(rows, { firstName: 'Amara', lastName: 'B', score: 80, gender: 'male' })).toBe(rows[2])
    expect(rowOf(rows, { firstName: 'Amara', lastName: 'B', score: 79, gender: 'male' })).toBeNull()
  })
})

it('holds ten to fifteen people by its height', () => {
  expect([1080, 1030, 800, 700, 560, 300].map(rowsFor)).toEqual([15, 15, 15, 13, 11, 10])
})
