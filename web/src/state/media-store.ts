import type { CardFact, CardFormat } from '../api/cards'
import { keptStore } from './kept-store'

/** What the media centre shows: the page of the story cards, and how they are drawn. */
export interface MediaData {
  /** From 1. */
  page: number
  /** Which of the card's colour variants; 0 is the first. */
  colour: number
  format: CardFormat
  shows: readonly CardFact[]
}

/** Page 1 and the first colour variant (RULES 13.7), as a story with the athlete's handle. */
export const useMediaData = keptStore<MediaData>('media', {
  page: 1,
  colour: 0,
  format: 'story',
  shows: ['handle'],
})
