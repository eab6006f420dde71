import { fireEvent, queriesKnowing, renderQueried, screen } from '../../../test/kit'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import { boardOf, SEASONS } from '../../../test/board'
import { boardsOf } from './scenes/boards'
import { opening, type Scene } from './scenes/director'
import { storedSettings, storeSettings } from './settings'
import { swell } from './stage/sound'
import { VenueScreen } from './VenueScreen'

const known = vi.hoisted(() => ({ scene: null as Scene | null, configVersion: 1, config: null as unknown }))
vi.mock('./scenes/use-scene', () => ({
  useScene: () => ({
    scene: known.scene,
    behind: false,
    waiting: false,
    configVersion: known.configVersion,
  }),
}))
vi.mock('../../../api/calls', async (original) => ({
  ...(await original<typeof import('../../../api/calls')>()),
  fetchConfig: () => Promise.resolve(known.config),
}))
vi.mock('./VenueControls', () => ({ VenueControls: () => null }))
vi.mock('./stage/VenueGround', () => ({ VenueGround: () => null }))

afterEach(() => localStorage.clear())

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

it.each([
  ['in season', '2026-11-21T10:00:00.000Z', 'The board is empty. Yours could be first.', 'Be first.'],
  ['but not after it', '2027-01-02T10:00:00.000Z', 'Nobody is on this board.', 'Season 3 is over.'],
])('invites to an empty board %s', (_, now, headline, line) => {
  known.scene = opening(boardsOf(boardOf([])), Date.parse(now))
  const queries = queriesKnowing([queryKeys.config, { now, seasons: SEASONS }])
  renderQueried(<VenueScreen emptyText="Be first." />, queries)
  expect(screen.getByText(headline).nextElementSibling?.textContent).toBe(line)
})

it('learns of a season that is added while it is open', async () => {
  const now = '2026-11-21T10:00:00.000Z'
  known.scene = opening(boardsOf(boardOf([])), Date.parse(now))
  const queries = queriesKnowing([queryKeys.config, { now, seasons: [] }])
  const { rerender } = renderQueried(<VenueScreen />, queries)
  screen.getByText('Season 3')
  known.config = { now, seasons: SEASONS }
  known.configVersion = 2
  rerender(<VenueScreen />)
  await screen.findByText('Season 3 2026')
})

it('asks for a touch while the browser lets it make no sound, and sounds from the first one on', () => {
  let touched = false
  /** A browser's, before and after somebody has touched the page. */
  class Sounds extends EventTarget {
    state = 'suspended'
    currentTime = 0
    resume() {
      if (!touched) return new Promise(() => undefined)
      this.state = 'running'
      this.dispatchEvent(new Event('statechange'))
      return Promise.resolve()
    }
  }
  const start = vi.fn()
  class SoundNode {
    gain = {
      setValueAtTime: vi.fn(),
      linearRampToValueAtTime: vi.fn(),
      exponentialRampToValueAtTime: vi.fn(),
    }
    connect = (to: unknown) => to
    start = start
    stop = vi.fn()
  }
  vi.stubGlobal('AudioContext', Sounds)
  vi.stubGlobal('OscillatorNode', SoundNode)
  vi.stubGlobal('GainNode', SoundNode)
  storeSettings({ ...storedSettings(), sound: true })
  const now = '2026-11-21T10:00:00.000Z'
  known.scene = opening(boardsOf(boardOf([])), Date.parse(now))
  renderQueried(<VenueScreen />, queriesKnowing([queryKeys.config, { now, seasons: SEASONS }]))
  screen.getByText('Touch once for sound')
  swell()
  expect(start).not.toHaveBeenCalled()
  touched = true
  fireEvent.pointerUp(window)
  expect(screen.queryByText('Touch once for sound')).toBeNull()
  swell()
  expect(start).toHaveBeenCalledOnce()
})
