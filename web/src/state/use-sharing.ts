import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/queries'
import { saveSharing, sharingQuery, type SharingChoice } from '../api/share'

/** What somebody has chosen about sharing. A change shows at once and goes back by itself when it could not be saved. */
export function useSharing() {
  const queries = useQueryClient()
  const sharing = useQuery(sharingQuery())
  const save = useMutation({
    mutationFn: (choice: SharingChoice) => saveSharing(choice),
    onMutate: async (choice) => {
      const { queryKey } = sharingQuery()
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (now) => now && { ...now, ...choice })
    },
    // The name stands on every card; an opt-in decides whether one may be passed on.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.sharing }),
        queries.invalidateQueries({ queryKey: queryKeys.cards }),
      ]),
  })
  return { sharing, save }
}
