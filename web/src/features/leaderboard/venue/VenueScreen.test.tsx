import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import { boardOf, SEASONS } from '../../../test/board'
import { queriesKnowing, renderQueried } from '../../../test/render'
import { boardsOf } from './scenes/boards'
import { opening, type Scene } from './scenes/director'
import { VenueScreen } from './VenueScreen'

const known = vi.hoisted(() => ({ scene: null as Scene | null }))
vi.mock('./scenes/use-scene', () => ({
  useScene: () => ({ scene: known.scene, behind: false, waiting: false }),
}))
vi.mock('./VenueControls', () => ({ VenueControls: () => null }))
vi.mock('./stage/VenueGround', () => ({ VenueGround: () => null }))

// RULES 2.4, 2.5
it.each([
  ['while it runs', '2026-11-21T10:00:00.000Z', SEASONS, 'Season 3 2026'],
  ['after its end', '2027-01-02T10:00:00.000Z', SEASONS, 'Season 3 · Sep–Dec 2026'],
  ['where the seasons are not known', '2026-11-21T10:00:00.000Z', [], 'Season 3'],
])('names the season %s', (_, now, seasons, name) => {
  known.scene = opening(boardsOf(boardOf([])), Date.parse(now))
  renderQueried(<VenueScreen />, queriesKnowing([queryKeys.config, { now, seasons }]))
  screen.getByText(name)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Leaderboard')
})
