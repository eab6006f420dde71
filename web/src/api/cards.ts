// Story cards and their public links.
import { queryOptions } from '@tanstack/react-query'
import { api, newKey } from './client/client'
import type { Answer, Narrow, Request } from './contract'
import { queryKeys } from './queries'

/** Without the score card, which has no public link. */
export type CardTemplate = Exclude<Answer<'Template'>, 'score_card'>
export type CardColour = Answer<'Colour'>

/** What a drawing shows; `bookingId` names the result, by default the newest. */
export interface DrawingChoice {
  template: Answer<'Template'>
  colour: CardColour
  bookingId?: string
}

/** A story card. */
export interface CardChoice extends DrawingChoice {
  template: CardTemplate
}

/** A card that anybody with its address can see. */
export type PublicLink = Narrow<'PublicCard', { template: CardTemplate; colour: CardColour }>

/** `optIn` is the consent of somebody under 18; it does not apply to adults. */
export type Sharing = Narrow<'Sharing', { shares: PublicLink[] }>

export type SharingChoice = Request<'SharingBody'>

/** Whether this person's cards may be shared: under 18 only with their consent. */
export const mayShare = ({ adult, optIn }: Sharing): boolean => adult || optIn

/** The card as an SVG document of 1080 by 1920. `NO_RESULT` before the first result that is not held. */
export const fetchCard = (choice: DrawingChoice, signal?: AbortSignal) =>
  api.text('user/card', 'image/svg+xml', { ...choice }, signal)

export const fetchSharing = (signal?: AbortSignal): Promise<Sharing> => api.get('user/share', { signal })

export const saveSharing = (choice: SharingChoice) =>
  api.put('user/share', choice, { idempotencyKey: newKey() })

export const makeLink = (choice: CardChoice, idempotencyKey: string) =>
  api.post('user/share', choice, { idempotencyKey })

/** Revokes a link: its page and its picture are gone at once. */
export const takeLinkBack = (shareId: string, idempotencyKey: string) =>
  api.delete('user/share/{shareId}', undefined, { path: { shareId }, idempotencyKey })

/** Enable it only with a session. */
export const cardQuery = ({ template, colour, bookingId }: DrawingChoice) =>
  queryOptions({
    queryKey: [...queryKeys.cards, template, colour, bookingId ?? 'newest'],
    queryFn: ({ signal }) => fetchCard({ template, colour, ...(bookingId && { bookingId }) }, signal),
    staleTime: 30_000,
  })

/** Enable it only with a session. */
export const sharingQuery = () =>
  queryOptions({
    queryKey: queryKeys.sharing,
    queryFn: ({ signal }) => fetchSharing(signal),
    staleTime: 30_000,
  })
