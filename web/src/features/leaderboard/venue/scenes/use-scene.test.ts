import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answered } from '../../../../test/answers'
import { boardOf } from '../../../../test/board'
import { around } from '../../../../test/render'
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
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    searchParams.delete('iv')
    if (pathname.endsWith('livescreen/reveal')) {
      asked.push('reveal')
      return answered({ reveal: false, running: season !== null, step: 0, steps: 2, speed: 1, season })
    }
    asked.push(searchParams.toString())
    return answered(boardOf([], { season: Number(searchParams.get('season') ?? 11) }))
  })
  const { result } = renderHook(() => useScene(TURNS), { wrapper: around() })
  await waitFor(() => expect(result.current.scene.boards?.season).toBe(shown))
  expect(asked).toEqual(queries)
})
