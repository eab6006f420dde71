import { useQueryClient } from '@tanstack/react-query'
import { makeLink, sharingQuery, takeLinkBack, type CardChoice } from '../../../api/cards'
import { useOperation } from '../../../state/use-operation'

/** Makes and revokes public links of cards, and updates the cached list. */
export function useLinks() {
  const queries = useQueryClient()
  const { queryKey } = sharingQuery()
  const make = useOperation(async (choice: CardChoice, key) => {
    const made = await makeLink(choice, key)
    await queries.invalidateQueries({ queryKey })
    return made
  })
  const takeBack = useOperation(async (shareId: string, key) => {
    await takeLinkBack(shareId, key)
    queries.setQueryData(
      queryKey,
      (now) => now && { ...now, shares: now.shares.filter((link) => link.shareId !== shareId) },
    )
    void queries.invalidateQueries({ queryKey })
  })
  return { make, takeBack }
}
