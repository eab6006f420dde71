import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import { queryKeys } from '../../api/queries'

const MINUTE = 60_000

/** The season's finals without names and, after them (RULES 8.9), the score of one's own row on its board. */
async function fetchSeason(signal: AbortSignal) {
  const finals = await api.get('user/leaderboard/field', { signal })
  const board = await api.get('user/leaderboard', { query: { season: finals.season, top: 1 }, signal })
  return { finals, own: board.me?.score ?? null }
}

/** The season shown today. It needs no refetch while somebody moves sliders. */
export const seasonQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'season-finals'],
    queryFn: ({ signal }) => fetchSeason(signal),
    staleTime: MINUTE,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
