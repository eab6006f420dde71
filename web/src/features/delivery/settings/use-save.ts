import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { unanswered } from '../../../api/client/failure'
import { useOperation } from '../../../state/use-operation'

/** Saves what the query reads. Without an answer it may be stored, so it is read again, and the next change is made on top of it. */
export function useSave<I, O>(write: (input: I, key: string) => Promise<O>, queryKey: QueryKey) {
  const queries = useQueryClient()
  return useOperation(write, {
    onError: (failure) => {
      if (unanswered(failure)) void queries.invalidateQueries({ queryKey })
    },
  })
}
