import { describe, expect, it } from 'vitest'
import type { Crew, CrewBoard, CrewRow } from './api'
import { changesOf, changeSentence, memberName } from './changes'

const row = (memberId: string, position: number | null, score: number | null = null): CrewRow => ({
  memberId,
  firstName: memberId,
  lastName: 'B',
  isOwner: false,
  position,
  score,
  corners: null,
})

const board = (members: CrewRow[], season = 3): CrewBoard => ({
  name: 'Tuesday Squad',
  season,
  from: '2026-09-01',
  to: '2026-12-31',
  members,
  version: JSON.stringify(members),
})

const ME: Crew['me'] = {
  memberId: 'Robin',
  firstName: 'Robin',
  lastName: 'Field',
  shareFinal: true,
  shareCorners: false,
  score: 80,
  bookingId: '7',
  corners: null,
}

describe('a name', () => {
  it('is first name and initial, and the athlete’s own in full', () => {
    expect(memberName(row('Sam', 1, 90), ME)).toBe('Sam B.')
    expect(memberName(row('Robin', 1, 90), ME)).toBe('Robin Field')
    expect(memberName(row('Robin', 1, 90))).toBe('Robin B.')
  })
})

describe('what has changed', () => {
  const before = board([row('Sam', 1, 80), row('Robin', 2, 70), row('Ali', null)])

  it('is every place and every final that is another one, with the place before', () => {
    const now = board([row('Robin', 1, 85), row('Sam', 2, 80), row('Ali', 3, 60)])
    expect([...changesOf(before, now)]).toEqual([
      ['Robin', 2],
      ['Sam', 1],
      ['Ali', null],
    ])
  })

  it('is nothing on the same board, and nothing between two seasons', () => {
    expect(changesOf(before, before).size).toBe(0)
    expect(changesOf(before, board([row('Sam', 1, 90)], 2)).size).toBe(0)
  })

  it('leaves out who hides their final again', () => {
    expect(changesOf(before, board([row('Robin', 1, 70), row('Ali', null), row('Sam', null)])).size).toBe(1)
  })
})

describe('what is said of it', () => {
  const before = board([row('Sam', 1, 80), row('Ali', null)])

  it.each([
    ['a final', [row('Ali', 1, 90), row('Sam', 2, 80)], 'Ali B. is 1st with 90.00.'],
    [
      'one’s own',
      [row('Sam', 1, 80), row('Robin', 2, 75.5), row('Ali', null)],
      'Robin Field is 2nd with 75.50.',
    ],
    ['somebody new', [row('Sam', 1, 80), row('Ali', null), row('Jo', null)], 'Jo B. has joined.'],
    ['somebody gone', [row('Sam', 1, 80)], 'Ali B. is no longer in the crew.'],
    ['nothing', [row('Sam', 1, 80), row('Ali', null)], ''],
  ])('%s', (_, members, sentence) => {
    expect(changeSentence(before, board(members), ME)).toBe(sentence)
  })

  it('nothing about another season', () => {
    expect(changeSentence(before, board([row('Jo', 1, 99)], 2), ME)).toBe('')
  })
})
