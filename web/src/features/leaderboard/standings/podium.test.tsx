import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { LeaderboardRow } from '../../../api/types'
import { Podium } from './Podium'

const row = (position: number, firstName: string): LeaderboardRow =>
  ({
    uaid: null,
    firstName,
    lastName: 'A',
    score: 100 - position,
    position,
    prevPosition: position,
    isUser: false,
    gender: null,
  }) as LeaderboardRow

const names = (...rows: LeaderboardRow[]) => {
  const { container, unmount } = render(<Podium rows={rows} moving={false} />)
  const text = container.textContent
  unmount()
  return text
}

it('names everybody who shares the third place', () => {
  const text = names(row(1, 'Ann'), row(2, 'Ben'), row(3, 'Cat'), row(3, 'Dee'), row(5, 'Eve'))
  expect(text).toContain('Cat A.')
  expect(text).toContain('Dee A.')
  expect(text).not.toContain('Eve')
})

it('counts those whose names would not fit', () => {
  const text = names(
    row(1, 'Ann'),
    row(2, 'Ben'),
    ...['Cat', 'Dee', 'Eve', 'Fay', 'Gil'].map((name) => row(3, name)),
  )
  expect(text).toContain('Dee A.')
  expect(text).toContain('and 3 more')
  expect(screen.queryByText('Gil A.')).toBeNull()
})

it('names all who share the first place, each on a plinth with a 1', () => {
  const text = names(row(1, 'Ann'), row(1, 'Ben'), row(1, 'Cat'), row(1, 'Dee'))
  for (const name of ['Ann', 'Ben', 'Cat', 'Dee']) expect(text).toContain(`${name} A.`)
})
