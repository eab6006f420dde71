import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../api/queries'
import { saveSharing, sharingQuery, type SharingChoice } from '../api/cards'

/**
 * What somebody has chosen about sharing. `choose` saves a change; `choices` has it at once, and goes back by itself
 * when it could not be saved. What may be done goes by `sharing`, which is what the server knows.
 */
export function useSharing() {
  const queries = useQueryClient()
  const sharing = useQuery(sharingQuery())
  const [wanted, setWanted] = useState<SharingChoice>({})
  const save = useMutation({
    // One after the other: the last choice counts.
    scope: { id: 'sharing' },
    mutationFn: saveSharing,
    onSettled: async (_data, _error, settled) => {
      // The name is on every card; the opt-in decides whether cards may be shared.
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.sharing }),
        queries.invalidateQueries({ queryKey: queryKeys.cards }),
      ])
      // A later choice, also of the same switch, may still wait for its turn.
      setWanted((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([key, value]) => settled[key as keyof SharingChoice] !== value),
        ),
      )
    },
  })
  const choose = (choice: SharingChoice) => {
    setWanted((before) => ({ ...before, ...choice }))
    save.mutate(choice)
  }
  return { sharing, choices: { ...sharing.data, ...wanted }, save, choose }
}
