/** The call of the waiting room. A server without one answers 404, which means that nobody waits. */
import { queryOptions } from '@tanstack/react-query'
import type { Standing } from '../waiting-room/words'
import { call } from './client/client'
import { normaliseFailure } from './client/failure'
import { learnServerNow } from './clock'

/** When to ask again while there was no answer. */
const AGAIN_S = 30

async function fetchStanding(signal?: AbortSignal): Promise<Standing> {
  const standing = await call<Standing>('GET', 'waiting-room', { signal })
  learnServerNow(standing.now)
  return standing
}

/** Asked as often as the server says. */
export const waitingRoomQuery = () =>
  queryOptions({
    queryKey: ['waiting-room'],
    queryFn: ({ signal }) => fetchStanding(signal),
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (error && normaliseFailure(error).status === 404) return false
      return (data?.pollSeconds ?? AGAIN_S) * 1000
    },
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
  })
