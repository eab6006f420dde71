import { useQueries, useQuery } from '@tanstack/react-query'
import { normaliseFailure } from '../../../api/client/failure'
import { cardQuery } from '../../../api/cards'
import { chosen, neighbours } from './templates'

/** The drawing of a page in a colour. Those one press away are prefetched, so that turning needs no wait. */
export function useCard(page: number, colour: number) {
  const { template, colour: picked } = chosen(page, colour)
  const card = useQuery(cardQuery({ template: template.id, colour: picked.id }))
  useQueries({
    queries: neighbours(page, colour).map((near) => ({ ...cardQuery(near), enabled: card.isSuccess })),
  })
  return card
}

/** Nothing to draw: no result yet, or none that may be seen. */
export const isWithoutResult = (error: unknown): boolean =>
  error !== null && normaliseFailure(error).errorCode === 'NO_RESULT'
