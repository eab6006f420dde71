import { useQuery } from '@tanstack/react-query'
import { resultsQuery } from '../../../api/queries'
import { useShowsOwn } from '../../../state/kept-own'

/** One's own results, newest first, and the state of the query. */
export function useOwnResults() {
  const { signedIn, showsOwn } = useShowsOwn()
  const query = useQuery({ ...resultsQuery(), enabled: signedIn })
  return { signedIn, showsOwn, own: query.data ?? null, query }
}
