import { keptStore } from './kept-store'

/** What the media centre shows: the page of the story cards and the colour they are drawn in. */
export interface MediaData {
  /** From 1. */
  page: number
  /** Which of the card's colour variants; 0 is the first. */
  colour: number
}

/** Page 1 and the first colour variant (RULES 13.7). */
export const useMediaData = keptStore<MediaData>('media', { page: 1, colour: 0 })
