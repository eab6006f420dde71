// What is asked for of one's own results. It lies under the key of what is a person's: sign-out removes it.
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
