import { MutationCache, onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './client/failure'
import { isOnline, onNetwork } from './client/network'
import { WAITING_ROOM_CODE } from './client/waiting-room'
import { queryKeys } from './queries'

const TRIES = 2

onlineManager.setEventListener((setOnline) => {
  const follow = () => setOnline(isOnline())
  // No event says so if there is no network from the start; without this its return would refetch nothing.
  if (typeof window !== 'undefined') follow()
  return onNetwork(follow)
})

/** Whether another try may help: a refusal, such as that of the waiting room, would be repeated; a lost answer may still come. */
const mayPass = (error: Error): boolean =>
  !(error instanceof ApiFailure) ||
  error.status === 0 ||
  (error.status >= 500 && error.errorCode !== WAITING_ROOM_CODE)

/** The cache of everything read from the server, and how reads and writes behave without a network. */
export function makeQueryClient(): QueryClient {
  // A refusal for maintenance refetches the settings: the page then shows it and checks for its end.
  const onError = (error: Error) => {
    if (error instanceof ApiFailure && error.errorCode === 'MAINTENANCE')
      void client.invalidateQueries({ queryKey: queryKeys.config })
  }
  const queryCache = new QueryCache({ onError })
  keepErrors(queryCache)
  const client = new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The service worker answers without a network too.
        networkMode: 'offlineFirst',
        retry: (failures, error) => failures < TRIES && isOnline() && mayPass(error),
        refetchOnWindowFocus: true,
      },
      // Without a network a mutation fails at once and says so. By default it would be held back and sent on
      // reconnecting, perhaps after the person has booked by phone.
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/**
 * Keeps the error of a query that never had an answer while it is fetched again. By default such a query is pending again: a
 * placeholder would replace what failed, and the button that was just pressed.
 */
function keepErrors(cache: QueryCache) {
  const errors = new WeakMap<Query, Error>()
  cache.subscribe((event) => {
    const { query } = event
    // Only while a page shows it: one that is prepared or opened again has a placeholder, not an old failure.
    if (query.getObserversCount() === 0) {
      errors.delete(query)
      return
    }
    if (event.type !== 'updated') return
    const error = errors.get(query)
    if (event.action.type === 'fetch' && query.state.status === 'pending' && error)
      query.setState({ status: 'error', error })
    else if (query.state.status === 'error' && query.state.error) errors.set(query, query.state.error)
    else errors.delete(query)
  })
}
