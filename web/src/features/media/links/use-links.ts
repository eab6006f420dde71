import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from '../../../api/client/client'
import { makeLink, sharingQuery, takeLinkBack, uploadPhoto, type CardChoice } from '../../../api/cards'
import { useOperation } from '../../../state/use-operation'
import { formatOf } from '../card/formats'
import { seenPart, type PlacedPhoto } from '../photo/photo'

export interface LinkChoice {
  card: CardChoice
  behind: PlacedPhoto | null
}

/** Two links of the same key show the same. */
export const keyOf = ({ card, behind }: LinkChoice): string =>
  JSON.stringify([card, behind && [behind.photo.id, behind.crop]])

/** Makes and revokes public links of cards, and updates the cached list. */
export function useLinks() {
  const queries = useQueryClient()
  const { queryKey } = sharingQuery()
  // Uploaded for a link that was then refused: the next try need not send it again.
  const uploaded = useRef<{ of: string; photoId: string } | null>(null)
  const upload = async (choice: LinkChoice, behind: PlacedPhoto): Promise<string> => {
    const of = keyOf(choice)
    if (uploaded.current?.of !== of) {
      const part = await seenPart(formatOf(choice.card.format ?? ''), behind)
      uploaded.current = { of, photoId: (await uploadPhoto(part, behind.photo.source, newKey())).photoId }
    }
    return uploaded.current.photoId
  }
  const make = useOperation(
    async (choice: LinkChoice, key) => {
      const { card, behind } = choice
      const photoId = behind ? await upload(choice, behind) : undefined
      const made = await makeLink({ ...card, ...(photoId && { photoId }) }, key)
      uploaded.current = null
      await queries.invalidateQueries({ queryKey })
      return made
    },
    {
      // It may have been deleted meanwhile.
      onError: ({ errorCode }) => {
        if (errorCode === 'NOT_FOUND') uploaded.current = null
      },
    },
  )
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
