import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../auth/SessionProvider'
import { resultsQuery } from '../../../features/results/api'

/** The signed-in person's results, newest first, and the state of the query. */
export function useOwnResults() {
  const { status } = useSession()
  const signedIn = status === 'authenticated'
  const query = useQuery({ ...resultsQuery(), enabled: signedIn })
  return { signedIn, own: query.data ?? null, query }
}
