// Story cards and their public links.
import { queryOptions } from '@tanstack/react-query'
import { api, newKey } from './client'
import type { Answer, Narrow, Request } from './contract'
import { queryKeys } from './queries'

/** The score card of a result is its athlete's alone: it has no public link. */
export type CardTemplate = Exclude<Answer<'Template'>, 'score_card'>
export type CardColour = Answer<'Colour'>

/** What a drawing shows; `bookingId` names the result, the newest one when left out. */
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

/** `optIn` is the yes of somebody under 18; it says nothing of adults. */
export type Sharing = Narrow<'Sharing', { shares: PublicLink[] }>

export type SharingChoice = Request<'SharingBody'>

/** Whether this person's cards may be passed on: under 18 only after their own yes. */
export const mayShare = ({ adult, optIn }: Sharing): boolean => adult || optIn

/** The card as an SVG document of 1080 by 1920. `NO_RESULT` before the first result that is not held. */
export const fetchCard = (choice: DrawingChoice, signal?: AbortSignal) =>
  api.text('user/card', 'image/svg+xml', { ...choice }, signal)

export const fetchSharing = (signal?: AbortSignal): Promise<Sharing> => api.get('user/share', { signal })

export const saveSharing = (choice: SharingChoice) =>
  api.put('user/share', choice, { idempotencyKey: newKey() })

export const makeLink = (choice: CardChoice) => api.post('user/share', choice, { idempotencyKey: newKey() })

/** Takes a link back: its page and its picture are gone at once. */
export const takeLinkBack = (shareId: string) =>
  api.delete('user/share/{shareId}', undefined, { path: { shareId }, idempotencyKey: newKey() })

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
