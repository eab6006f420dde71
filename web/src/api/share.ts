// Story cards and their public links: how they are asked for, and what is sent.
import { queryOptions } from '@tanstack/react-query'
import { api, newKey } from './client'
import { queryKeys } from './queries'

export type CardTemplate = 'season_card' | 'result_details' | 'result_overview'
export type CardColour = 'black' | 'grey' | 'white' | 'appColor' | 'appColorGradient'

/** One drawing; `bookingId` names the result, the newest one when left out. */
export interface DrawingChoice {
  /** The score card of a result is its athlete's alone: it has no public link. */
  template: CardTemplate | 'score_card'
  colour: CardColour
  bookingId?: string
}

/** A story card. */
export interface CardChoice extends DrawingChoice {
  template: CardTemplate
}

/** A card that anybody with its address can see. */
export interface PublicLink {
  shareId: string
  /** The whole address. */
  url: string
  template: CardTemplate
  colour: CardColour
  /** The result that it shows. */
  bookingId: string
  /** Milliseconds. */
  createdAt: number
}

export type MadeLink = Pick<PublicLink, 'shareId' | 'url'>

/** `GET user/share` */
export interface Sharing {
  /** Somebody under 18 has said that others may see their results; says nothing of adults. */
  optIn: boolean
  /** 18 or older. */
  adult: boolean
  /** Whether cards tell the last name. */
  lastName: boolean
  shares: PublicLink[]
}

export type SharingChoice = Partial<Pick<Sharing, 'optIn' | 'lastName'>>

/** Whether this person's cards may be passed on: under 18 only after their own yes. */
export const mayShare = ({ adult, optIn }: Sharing): boolean => adult || optIn

/** The card as an SVG document of 1080 by 1920. `NO_RESULT` before the first result that is not held. */
export const fetchCard = (choice: DrawingChoice, signal?: AbortSignal) =>
  api.text('user/card', 'image/svg+xml', { ...choice }, signal)

export const fetchSharing = (signal?: AbortSignal) => api.get<Sharing>('user/share', undefined, signal)

export const saveSharing = (choice: SharingChoice) =>
  api.put<unknown>('user/share', choice, { idempotencyKey: newKey() })

export const makeLink = (choice: CardChoice) =>
  api.post<MadeLink>('user/share', choice, { idempotencyKey: newKey() })

/** Takes a link back: its page and its picture are gone at once. */
export const takeLinkBack = (shareId: string) =>
  api.delete<unknown>(`user/share/${encodeURIComponent(shareId)}`, undefined, { idempotencyKey: newKey() })

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
