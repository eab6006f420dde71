// Story cards and their public links.
import { queryOptions } from '@tanstack/react-query'
import { api, newKey } from './client/client'
import type { Answer, Narrow, Request } from './contract'
import { queryKeys } from './queries'

/** Without the score card, which has no public link. */
export type CardTemplate = Exclude<Answer<'Template'>, 'score_card'>
export type CardColour = Answer<'Colour'>
export type CardFormat = Answer<'PublicCard'>['format']
/** A fact that a card may show beside what its template always has. */
export type CardFact = Answer<'Show'>

/** A card that can be made public. */
export interface CardChoice {
  template: CardTemplate
  colour: CardColour
  /** The result on it, always named: the newest may be another one by the time a link is made. */
  bookingId: string
  /** A story when absent. */
  format?: CardFormat
  /** The handle alone when absent. */
  shows?: readonly CardFact[]
}

/** What a drawing shows. */
export interface DrawingChoice extends Omit<CardChoice, 'template'> {
  template: Answer<'Template'>
  /** Leaves the ground open for a photograph below it. */
  photo?: boolean
}

/** The words that each fact would put on a card; null for what cannot be had. */
export type CardFacts = Answer<'CardFacts'>

/** A card that anybody with its address can see, until staff take it down. */
export type PublicLink = Narrow<'PublicCard', { template: CardTemplate; colour: CardColour }>

type Age = 'adult' | 'minor' | 'unknown'

/** `optIn` is the consent of somebody under 18; of an adult it rules the cards made until then (RULES 13.21). */
export type Sharing = Narrow<'Sharing', { shares: PublicLink[] }> & { age?: Age }

export type SharingChoice = Request<'SharingBody'>

/** `unknown` without a date of birth. */
export const ageOf = ({ age, adult }: Sharing): Age => age ?? (adult ? 'adult' : 'minor')

/** Whether this person's cards may be shared: only with their consent, unless they are known to be an adult. */
export const mayShare = ({ adult, optIn }: Sharing): boolean => adult || optIn

/** The card as an SVG document of its format's size. `NO_RESULT` before the first result that is not held. */
const fetchCard = ({ shows, photo, ...choice }: DrawingChoice, signal?: AbortSignal) =>
  api.text(
    'user/card',
    'image/svg+xml',
    { ...choice, ...(shows && { shows: shows.join() }), ...(photo && { photo }) },
    signal,
  )

/** A page of A4 as a PDF. */
export const fetchCertificate = (bookingId: string) =>
  api.file('user/certificate', 'application/pdf', { bookingId })

const fetchSharing = (signal?: AbortSignal): Promise<Sharing> => api.get('user/share', { signal })

export const saveSharing = (choice: SharingChoice) =>
  api.put('user/share', choice, { idempotencyKey: newKey() })

/**
 * Sends a photograph for a link that is about to be made; unused, it is deleted within the hour. `source` is the SHA-256 of
 * the file that it was cropped from.
 */
export const uploadPhoto = (picture: Blob, source: string | undefined, idempotencyKey: string) =>
  api.upload('user/card/photo', picture, { query: { source }, idempotencyKey })

export const makeLink = (choice: CardChoice & { photoId?: string }, idempotencyKey: string) =>
  api.post('user/share', choice, { idempotencyKey })

/** Revokes a link: its page and its picture are gone at once. */
export const takeLinkBack = (shareId: string, idempotencyKey: string) =>
  api.delete('user/share/{shareId}', undefined, { path: { shareId }, idempotencyKey })

/** Enable it only with a session. */
export const cardQuery = (choice: DrawingChoice) => {
  const { template, colour, bookingId, format = 'story', shows, photo = false } = choice
  return queryOptions({
    queryKey: [...queryKeys.cards, template, colour, bookingId, format, photo, shows?.join() ?? 'handle'],
    queryFn: ({ signal }) => fetchCard(choice, signal),
    staleTime: 30_000,
  })
}

/** What a card of the newest result may show. Enable it only with a session. */
export const cardFactsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.cards, 'facts'],
    queryFn: ({ signal }): Promise<CardFacts> => api.get('user/card/facts', { signal }),
    staleTime: 30_000,
  })

/** Enable it only with a session. */
export const sharingQuery = () =>
  queryOptions({
    queryKey: queryKeys.sharing,
    queryFn: ({ signal }) => fetchSharing(signal),
    staleTime: 30_000,
  })
