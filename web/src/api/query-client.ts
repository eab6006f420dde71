import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './client/failure'
import { isOnline, onNetwork } from './client/network'
import { queryKeys } from './queries'

const TRIES = 2

onlineManager.setEventListener((setOnline) => {
  const follow = () => setOnline(isOnline())
  // No event says so if there is no network from the start; without this its return would refetch nothing.
  if (typeof window !== 'undefined') follow()
  return onNetwork(follow)
})

/** The cache of everything read from the server, and how reads and writes behave without a network. */
export function makeQueryClient(): QueryClient {
  // A refusal for maintenance refetches the settings: the page then shows it and checks for its end.
  const onError = (error: Error) => {
    if (error instanceof ApiFailure && error.errorCode === 'MAINTENANCE')
      void client.invalidateQueries({ queryKey: queryKeys.config })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The service worker answers without a network too.
        networkMode: 'offlineFirst',
        // A refusal would be repeated; only a lost answer is worth another try.
        retry: (failures, error) =>
          failures < TRIES &&
          isOnline() &&
          (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 500),
        refetchOnWindowFocus: true,
      },
      // Without a network a mutation fails at once and says so. By default it would be held back and sent on
      // reconnecting, perhaps after the person has booked by phone.
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
