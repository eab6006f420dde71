import { render, screen } from '../../../test/kit'
import { expect, it } from 'vitest'
import type { LeaderboardRow } from '../../../api/types'
import { boardRow } from '../../../test/board'
import { Podium } from './Podium'

const names = (...rows: LeaderboardRow[]) => {
  const { container, unmount } = render(<Podium rows={rows} moving={false} />)
  const text = container.textContent
  unmount()
  return text
}

it('names everybody who shares the third place', () => {
  const text = names(
    boardRow(1, 'Ann'),
    boardRow(2, 'Ben'),
    boardRow(3, 'Cat'),
    boardRow(3, 'Dee'),
    boardRow(5, 'Eve'),
  )
  expect(text).toContain('Cat B.')
  expect(text).toContain('Dee B.')
  expect(text).not.toContain('Eve')
})

it('counts those whose names would not fit', () => {
  const text = names(
    boardRow(1, 'Ann'),
    boardRow(2, 'Ben'),
    ...['Cat', 'Dee', 'Eve', 'Fay', 'Gil'].map((name) => boardRow(3, name)),
  )
  expect(text).toContain('Dee B.')
  expect(text).toContain('and 3 more')
  expect(screen.queryByText('Gil B.')).toBeNull()
})

it('names all who share the first place, each on a plinth with a 1', () => {
  const text = names(boardRow(1, 'Ann'), boardRow(1, 'Ben'), boardRow(1, 'Cat'), boardRow(1, 'Dee'))
  for (const name of ['Ann', 'Ben', 'Cat', 'Dee']) expect(text).toContain(`${name} B.`)
})

// RULES 8.11
it('shows the measurement under the points of a test', () => {
  expect(names(boardRow(1, 'Ann', { score: 78, measurement: { raw: 7.82, unit: 's' } }))).toContain(
    '78.007.82 s',
  )
  expect(names(boardRow(1, 'Ann'))).toContain('89.001')
})
