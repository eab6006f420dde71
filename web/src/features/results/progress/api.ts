import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client/client'
import { queryKeys } from '../../../api/queries'

/**
 * One's own visits over time, and the field of one of them: the newest if none is named. Removed at sign-out; enable it only
 * with a session.
 */
export const progressQuery = (visit: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'progress', visit],
    queryFn: ({ signal }) =>
      api.get('user/progress', { query: visit === null ? {} : { eventBookingId: visit }, signal }),
    staleTime: 30_000,
  })
