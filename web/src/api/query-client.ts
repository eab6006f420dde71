import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure'
import { isOnline, onNetwork } from './network'
import { queryKeys } from './queries'

const TRIES = 2

onlineManager.setEventListener((setOnline) => onNetwork(() => setOnline(isOnline())))

/** The cache of everything read from the server, and how reads and writes behave without a network. */
export function makeQueryClient(): QueryClient {
  // A refusal for maintenance has the settings asked for: the page says so, and looks for the end of it.
  const onError = (error: Error) => {
    if (error instanceof ApiFailure && error.errorCode === 'MAINTENANCE')
      void client.invalidateQueries({ queryKey: queryKeys.config })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The worker answers without a network too.
        networkMode: 'offlineFirst',
        // What the server refused it refuses again; only a lost answer is worth another try.
        retry: (failures, error) =>
          failures < TRIES &&
          isOnline() &&
          (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 500),
        refetchOnWindowFocus: true,
      },
      // A press without a network fails at once and says so. The default would hold it back and send it on reconnecting,
      // perhaps after the person has booked by phone.
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
