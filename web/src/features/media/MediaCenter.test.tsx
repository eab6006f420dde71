import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { useMediaData } from '../../state/media-store'
import type { CardData } from './card-data'
import { MediaCenter } from './MediaCenter'
import { pictureOf } from './picture'

vi.mock('./picture', () => ({ pictureOf: vi.fn() }))

const DATA: CardData = {
  site: 'Sixfold',
  name: 'Robin H.',
  season: 'Season 13 2026',
  latest: { date: '2026-11-02', score: 71.5, tests: { Speed: 80 } },
  best: { date: '2026-11-02', score: 71.5 },
  finals: [{ date: '2026-11-02', score: 71.5 }],
}

beforeEach(() => useMediaData.getState().reset())

it('begins with the season card in the first colour', () => {
  render(<MediaCenter data={DATA} />)
  screen.getByText('Instagram Story Template')
  screen.getByRole('heading', { name: 'Season card' })
  screen.getByRole('img', { name: /^Season card of Robin H\., Season 13 2026: final score 71\.50$/ })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Black' }).checked).toBe(true)
})

it('turns its pages, and the overview has no colours to pick', async () => {
  render(<MediaCenter data={DATA} />)
  await userEvent.click(screen.getByRole('radio', { name: 'White' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next template' }))
  screen.getByRole('heading', { name: 'Result details' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'White' }).checked).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Page 3: Result overview' }))
  screen.getByRole('heading', { name: 'Result overview' })
  expect(screen.queryByRole('radio')).toBeNull()
  // There is no fourth.
  await userEvent.click(screen.getByRole('button', { name: 'Next template' }))
  expect(useMediaData.getState()).toMatchObject({ page: 3, colour: 2 })
})

it('says so when the picture cannot be made', async () => {
  vi.mocked(pictureOf).mockRejectedValueOnce(new Error('no type'))
  render(<MediaCenter data={DATA} />)
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  await screen.findByText(/could not be made/)
})
