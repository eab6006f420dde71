import { render } from '../../../../test/kit'
import { expect, it } from 'vitest'
import type { LeaderboardRow } from '../../../../api/types'
import { boardRow } from '../../../../test/board'
import type { Boards } from '../scenes/boards'
import { RevealStage } from './RevealStage'

const row = (position: number, firstName: string, score: number) =>
  boardRow(position, firstName, { score, prevPosition: null })

const boards = (...rows: LeaderboardRow[]): Boards => ({
  overall: rows,
  women: rows,
  men: [],
  total: rows.length,
  season: 3,
  at: '2026-11-21T10:00:00.000Z',
})

/** The screen's text when Cleo, who is third with 70 points, is shown with her position. */
const said = (on: Boards | null) => {
  const reveal = {
    reveal: true,
    uaid: null,
    firstName: 'Cleo',
    lastName: 'B',
    score: 70,
    position: 3,
    prevPosition: null,
    gender: 'female',
    season: 3,
    running: true,
    step: 1,
    steps: 2,
    speed: 1,
    timestamp: null,
  }
  const { container, unmount } = render(
    <RevealStage act={{ reveal, from: 0, part: 'stand' }} boards={on} sound={false} />,
  )
  const text = container.textContent
  unmount()
  return text
}

const first = [row(1, 'Amara', 90), row(2, 'Beth', 80)]

it('says a place that is shared as shared, seen and heard, overall and among women', () => {
  const text = said(boards(...first, row(3, 'Cleo', 70), row(3, 'Dana', 70)))
  expect(text.match(/Joint 3rd overall/g)).toHaveLength(2)
  expect(text).toContain('Joint 3rd women')
})

it('says a place of her own as it is', () => {
  expect(said(boards(...first, row(3, 'Cleo', 70), row(4, 'Dana', 60)))).not.toContain('Joint')
})

it('makes no tie of a board on which she does not stand yet', () => {
  const text = said(boards(...first, row(3, 'Dana', 60), row(3, 'Ella', 60)))
  expect(text).toContain('3rd overall')
  expect(text).not.toContain('Joint')
  expect(said(null)).not.toContain('Joint')
})
