// What is read of boards and how long it stays fresh.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import { queryKeys } from '../../api/queries'
import type { Leaderboard, LeaderboardRow, Season } from '../../api/types'
import type { BoardAges, BoardGender, BoardTest } from './board'
import { oneAtATime } from './one-at-a-time'
import { dateOf } from '../../academy/seasons'

const MINUTE = 60_000
/** The number of rows on each side of one's own. */
const AROUND = 2
/** As many rows as one answer holds (RULES 8.5). */
export const PAGE = 100

export interface BoardQuery {
  eventId: string
  season: Season
  gender: BoardGender
  ages: BoardAges
  test: BoardTest
  /** How many rows from the first on; more than a page are asked for page by page. */
  top: number
}

/** A board of a season. Under the key of the person: their own row comes along. */
export const boardQuery = ({ eventId, season, gender, ages, test, top }: BoardQuery) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'leaderboard', eventId, season.season, gender, ages, test, top],
    queryFn: async ({ signal }): Promise<Leaderboard> => {
      const ask = (which: { top?: number; around?: number; cursor?: string }): Promise<Leaderboard> =>
        oneAtATime(
          () =>
            api.get('user/leaderboard', {
              query: {
                eventID: eventId,
                from: dateOf(season.start),
                to: dateOf(season.end),
                ...(gender === 'all' ? {} : { gender }),
                ...(ages === 'all' ? {} : { ageGroup: ages }),
                ...(test === 'final' ? {} : { testType: test }),
                ...which,
              },
              signal,
            }),
          signal,
        )
      if (top <= PAGE) return ask({ top, around: AROUND })
      // Neither `top` nor `around` goes with pages: the viewer's neighbours come by themselves.
      const board = await ask({ top: 1, around: AROUND })
      const rows: LeaderboardRow[] = []
      let cursor: string | null | undefined
      do {
        const page = await ask(cursor ? { cursor } : {})
        rows.push(...page.leaderboard)
        cursor = page.cursor
      } while (cursor && rows.length < top)
      return { ...board, leaderboard: rows }
    },
    staleTime: MINUTE / 4,
    placeholderData: keepPreviousData,
  })

export interface Winners {
  season: number
  overall: LeaderboardRow[]
  women: LeaderboardRow[]
  men: LeaderboardRow[]
}

/** Enough rows to see who shares the first place. */
const FIRST_PLACES = 3

const first = (rows?: readonly LeaderboardRow[] | null) => (rows ?? []).filter((row) => row.position === 1)

/** The winners of the last seasons that have any, one request for each, from one that is over backwards. */
async function fetchWinners(eventId: string, from: number, count: number, signal: AbortSignal) {
  const winners: Winners[] = []
  let season: number | null = from
  while (season !== null && winners.length < count) {
    const number: number = season
    const board: Leaderboard = await oneAtATime(
      () =>
        api.get('user/leaderboard', {
          query: { eventID: eventId, season: number, groupBy: 'gender', top: FIRST_PLACES },
          signal,
        }),
      signal,
    )
    const overall = first(board.leaderboard)
    if (overall.length > 0)
      winners.push({ season: number, overall, women: first(board.females), men: first(board.males) })
    season = board.previousSeason
  }
  return winners
}

/** The past changes only when an account is deleted. */
export const winnersQuery = (eventId: string, from: number, count: number) =>
  queryOptions({
    queryKey: ['leaderboard', 'winners', eventId, from, count],
    queryFn: ({ signal }) => fetchWinners(eventId, from, count, signal),
    staleTime: 30 * MINUTE,
  })
