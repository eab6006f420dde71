import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import { queryKeys } from '../../api/queries'

/** One's own results; removed at sign-out. Enable it only with a session. */
export const resultsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'results'],
    queryFn: ({ signal }) => api.get('user/results', { signal }),
    staleTime: 30_000,
  })
