import { useQueries, useQuery, type QueryKey } from '@tanstack/react-query'
import { normaliseFailure } from '../../../api/client/failure'
import { cardQuery, type CardChoice, type CardFact, type DrawingChoice } from '../../../api/cards'
import { chosen, neighbours, shownOn } from './templates'

/** How a card is drawn, whichever it is. */
interface Dress extends Pick<DrawingChoice, 'format' | 'photo'> {
  /** The result on it; nothing is drawn before it is known. */
  bookingId: string | undefined
  picked: readonly CardFact[]
}

/** Whether two drawings are the same card but for what is picked, the last of their keys. */
const isSameCard = (one: QueryKey | undefined, other: QueryKey) =>
  one?.slice(0, -1).join() === other.slice(0, -1).join()

/**
 * The drawing of a page in a colour. Those one press away are prefetched, so that turning needs no wait; while a fact is
 * switched on or off the drawing before stays, as placeholder data.
 */
export function useCard(page: number, colour: number, { bookingId, picked, ...dress }: Dress) {
  const { template, colour: shade } = chosen(page, colour)
  const query = (choice: Pick<CardChoice, 'template' | 'colour'>) => ({
    ...cardQuery({
      ...choice,
      ...dress,
      bookingId: bookingId ?? '',
      shows: shownOn(choice.template, picked),
    }),
    enabled: bookingId !== undefined,
  })
  const wanted = query({ template: template.id, colour: shade.id })
  const card = useQuery({
    ...wanted,
    placeholderData: (before, of) => (isSameCard(of?.queryKey, wanted.queryKey) ? before : undefined),
  })
  useQueries({
    queries: neighbours(page, colour).map((near) => ({
      ...query(near),
      enabled: card.isSuccess && !card.isPlaceholderData,
    })),
  })
  return card
}

/** Nothing to draw: no result yet, or none that may be seen. */
export const isWithoutResult = (error: unknown): boolean =>
  error !== null && normaliseFailure(error).errorCode === 'NO_RESULT'
