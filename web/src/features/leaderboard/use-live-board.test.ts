import { act, around, renderHook, serve, waitFor } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { learnServerNow } from '../../api/clock'
import type { Leaderboard, Season } from '../../api/types'
import { boardOf, boardRow } from '../../test/board'
import { FakeSource } from '../../test/event-source'
import { useLiveBoard } from './use-live-board'

vi.mock('../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'unauthenticated' }) }))

const OVER = { season: 10, start: '2025-09-01T00:00:00.000+01:00', end: '2025-12-31T23:59:59.999+00:00' }
const RUNNING = { season: 11, start: '2026-01-01T00:00:00.000+00:00', end: '2026-06-30T23:59:59.999+01:00' }

/** The hook for the board of a season, with a query client of its own. */
function follows(season: Season) {
  const board = { eventId: 'academy', season, gender: 'all', ages: 'all', test: 'final', top: 15 } as const
  return renderHook(() => useLiveBoard(board), { wrapper: around() }).result
}

const pushes = (board: Leaderboard, version: number) =>
  act(() =>
    FakeSource.last().says('leaderboard', JSON.stringify({ ...board, males: [], females: [], version })),
  )

/** `season` is that of the steps. */
const reveals = (season: number | null) =>
  act(() => FakeSource.last().says('reveal', JSON.stringify({ reveal: false, season })))

// RULES 8.8
it('follows the ceremony of a season that is over, and then the running season again', async () => {
  FakeSource.install()
  learnServerNow('2026-01-03T20:00:00.000Z')
  serve({ '*': (_, { query }) => boardOf([], { season: query.get('from') === '2025-09-01' ? 10 : 11 }) })
  const [over, running] = [follows(OVER), follows(RUNNING)]
  await waitFor(() => expect([over.current.query.data, running.current.query.data]).not.toContain(undefined))
  expect(over.current).toMatchObject({ running: false, moving: false, isLive: false })
  expect(running.current).toMatchObject({ running: true, moving: true })

  act(() => FakeSource.last().opens())
  pushes(boardOf([boardRow(1, 'Ada')], { season: 10 }), 7)
  await waitFor(() => expect(over.current.query.data?.leaderboard).toMatchObject([{ firstName: 'Ada' }]))
  // Without a ceremony it is the board of the latest season (RULES 2.4), which is over.
  expect(over.current).toMatchObject({ running: false, moving: false, isLive: false })
  reveals(10)
  expect(over.current).toMatchObject({ running: false, moving: true, isLive: true })
  expect(running.current).toMatchObject({ moving: true, isLive: false })
  expect(running.current.query.data?.leaderboard).toEqual([])

  reveals(null)
  pushes(boardOf([boardRow(1, 'Fay')], { season: 11 }), 8)
  await waitFor(() => expect(running.current.query.data?.leaderboard).toMatchObject([{ firstName: 'Fay' }]))
  expect(over.current).toMatchObject({ moving: false, isLive: false })
  expect(running.current).toMatchObject({ moving: true, isLive: true })
})
