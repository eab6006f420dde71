// The queries for one's own results, under the key of personal data: sign-out removes them.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/queries'
import type { OwnResults } from '../../api/wire'

/** Enable it only with a session. */
export const resultsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'results'],
    queryFn: ({ signal }) => api.get<OwnResults>('user/results', undefined, signal),
    staleTime: 30_000,
  })
