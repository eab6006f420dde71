import { describe, expect, it } from 'vitest'
import { points } from '../../academy/numbers'
import type { LeaderboardRow } from '../../api/types'
import { boardRow } from '../../test/board'
import {
  beyond,
  climbOf,
  initialsOf,
  movementOf,
  movementWords,
  nameOf,
  ordinal,
  sharedPositions,
} from './board'

const row = (position: number, more: Partial<LeaderboardRow> = {}) => boardRow(position, `A${position}`, more)

describe('a row', () => {
  it('shows an initial, and the whole name of oneself', () => {
    expect(nameOf({ uaid: null, firstName: 'Amara', lastName: 'O' })).toBe('Amara O.')
    expect(nameOf({ uaid: '7', firstName: 'Amara', lastName: 'Okafor' })).toBe('Amara Okafor')
    expect(nameOf({ uaid: null, firstName: ' ', lastName: '' })).toBe('Athlete')
    expect(initialsOf({ firstName: 'élise', lastName: 'de' })).toBe('ÉD')
    expect(initialsOf({ firstName: '', lastName: '' })).toBe('–')
  })

  it('says how far it moved', () => {
    const words = (position: number, prevPosition: number | null) =>
      movementWords(movementOf({ position, prevPosition }))
    expect(words(3, 5)).toBe('Up 2 places')
    expect(words(3, 2)).toBe('Down 1 place')
    expect(words(3, 3)).toBe('No change')
    expect(words(3, null)).toBe('New today')
  })

  it('has two decimals and an ordinal', () => {
    expect(points(64)).toBe('64.00')
    expect([1, 2, 3, 4, 11, 12, 21, 22, 113].map(ordinal)).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '21st',
      '22nd',
      '113th',
    ])
  })
})

describe('a board', () => {
  it('knows which places are shared', () => {
    expect([...sharedPositions([row(1), row(1), row(3), row(4), row(4), row(4)])]).toEqual([1, 4])
    expect(sharedPositions([row(1), row(2)]).size).toBe(0)
  })

  it('adds what is around somebody further down, and nothing twice', () => {
    const first = [row(1), row(2), row(3)]
    const me = row(5, { isUser: true, uaid: '7' })
    expect(beyond(first, [row(3), row(4), me, row(6)], me).map(({ position }) => position)).toEqual([4, 5, 6])
    expect(beyond([...first, me], [row(4), me], me)).toEqual([])
    expect(beyond(first, [], null)).toEqual([])
  })

  it('finds the climb of the day', () => {
    const rows = [
      row(1, { prevPosition: null }),
      row(2, { prevPosition: 3 }),
      row(4, { prevPosition: 9 }),
      row(5),
    ]
    expect(climbOf(rows)?.position).toBe(4)
    expect(climbOf([row(1), row(2, { prevPosition: 1 })])).toBeNull()
    expect(climbOf([])).toBeNull()
  })
})
