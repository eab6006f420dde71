import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../auth/SessionProvider'
import { resultsQuery } from '../../features/results/queries'

/** The results of whoever is signed in, newest first, and how asking for them stands. */
export function useOwnResults() {
  const { status } = useSession()
  const signedIn = status === 'authenticated'
  const query = useQuery({ ...resultsQuery(), enabled: signedIn })
  return { signedIn, own: query.data ?? null, query }
}
