import { around, renderHook, serve, waitFor } from '../../../../test/kit'
import { expect, it, vi } from 'vitest'
import { boardOf } from '../../../../test/board'
import type { Turns } from './rotation'
import { useScene } from './use-scene'

/** A stream that has never opened. */
const stale = vi.hoisted(() => ({ status: 'stale', since: 0, leaderboard: null, reveal: null, config: null }))
vi.mock('../../../../api/live/live', () => ({ useLive: () => stale }))
vi.mock('../stage/stillness', () => ({ stillness: () => true }))

const TURNS: Turns = { boards: ['overall'], pace: 20 }

// RULES 8.8
it.each([
  ['that of the season that runs', null, 11, ['groupBy=gender&top=15', 'reveal']],
  [
    'that of the ceremony',
    10,
    10,
    ['groupBy=gender&top=15', 'reveal', 'groupBy=gender&top=15&season=10', 'reveal'],
  ],
])('asks without a stream for the board, and then for the reveal: %s', async (_, season, shown, queries) => {
  localStorage.clear()
  const sent = serve({
    'GET event/livescreen/reveal': {
      reveal: false,
      running: season !== null,
      step: 0,
      steps: 2,
      speed: 1,
      season,
    },
    '*': (_, { query }) => boardOf([], { season: Number(query.get('season') ?? 11) }),
  })
  const { result } = renderHook(() => useScene(TURNS), { wrapper: around() })
  await waitFor(() => expect(result.current.scene.boards?.season).toBe(shown))
  expect(sent.map(({ call, query }) => (call.endsWith('/reveal') ? 'reveal' : String(query)))).toEqual(
    queries,
  )
})
