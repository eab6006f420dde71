import { field, fireEvent, renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import type { ListedSeason } from './api'
import { SeasonDialog } from './SeasonDialog'

it('counts the days of a season, one too', () => {
  const after = { season: 10, start: '2025-09-01', end: '2025-12-31' } as ListedSeason
  renderQueried(<SeasonDialog after={after} onClose={vi.fn<() => void>()} />)
  const last = field('Last day')
  fireEvent.change(last, { target: { value: '2026-01-02' } })
  expect(screen.getByText('2 days.')).toBeTruthy()
  fireEvent.change(last, { target: { value: '2026-01-01' } })
  expect(screen.getByText('1 day.')).toBeTruthy()
})
