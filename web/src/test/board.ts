// Rows and boards as the server answers them, for the leaderboard's tests.
import type { Leaderboard, LeaderboardRow } from '../api/types'

/** An athlete's row who has not moved; the points fall by one from position to position. */
export const boardRow = (
  position: number,
  firstName: string,
  more: Partial<LeaderboardRow> = {},
): LeaderboardRow => ({
  uaid: null,
  firstName,
  lastName: 'B',
  score: 90 - position,
  position,
  prevPosition: position,
  isUser: false,
  gender: 'female',
  ...more,
})

/** The third season's board, with these rows and no more. */
export const boardOf = (rows: LeaderboardRow[], more: Partial<Leaderboard> = {}): Leaderboard => ({
  leaderboard: rows,
  total: rows.length,
  cursor: null,
  season: 3,
  from: '2026-09-01',
  to: '2026-12-31',
  previousSeason: null,
  timestamp: '2026-11-21T10:00:00.000Z',
  ...more,
})

const BOARD_NOW = '2026-11-21T10:00:00.000Z'

/** Three seasons, the third of which is running at `BOARD_NOW`. */
export const SEASONS = [
  { season: 1, start: '2026-01-01T00:00:00.000+00:00', end: '2026-04-30T23:59:59.999+01:00' },
  { season: 2, start: '2026-05-01T00:00:00.000+01:00', end: '2026-08-31T23:59:59.999+01:00' },
  { season: 3, start: '2026-09-01T00:00:00.000+01:00', end: '2026-12-31T23:59:59.999+00:00' },
]

/** The settings, as far as boards read them. */
export const boardConfig = (seasons = SEASONS) => ({ seasons, now: BOARD_NOW, event: { eventId: 'academy' } })
