// The shapes of a card, and what it may show beside what its template always has.
import type { CardFact, CardFormat } from '../../../api/cards'

/** A width and a height, in any one unit. */
export interface Size {
  width: number
  height: number
}

export interface Format extends Size {
  id: CardFormat
  name: string
  /** Width to height. */
  ratio: string
  /** What its pixels are good for. */
  use: string
}

/** In the order in which they are offered; the first one is the default. */
export const FORMATS = [
  { id: 'story', name: 'Story', ratio: '9:16', width: 1080, height: 1920, use: 'the size of a story' },
  { id: 'square', name: 'Square', ratio: '1:1', width: 1080, height: 1080, use: 'a square post' },
  { id: 'landscape', name: 'Landscape', ratio: '16:9', width: 1920, height: 1080, use: 'a wide post' },
] as const satisfies readonly [Format, ...Format[]]

export const STORY: Format = FORMATS[0]

/** A name that there is not becomes a story. */
export const formatOf = (id: string): Format => FORMATS.find((format) => format.id === id) ?? STORY

export interface FactChoice {
  id: CardFact
  name: string
  /** Why there is nothing to show. */
  without: string
}

/** In the order in which they are offered and sent. */
export const FACTS: readonly FactChoice[] = [
  {
    id: 'rank',
    name: 'Place',
    without: 'You have no place on the public board, or another final of yours stands there.',
  },
  { id: 'percentile', name: 'Percentile', without: 'It takes ten people with a final this season.' },
  { id: 'gain', name: 'Gain', without: 'Your first visit has none before it.' },
  { id: 'marks', name: 'Raw marks', without: 'This visit has no raw marks.' },
  { id: 'handle', name: 'Handle', without: 'Add your Instagram or TikTok name in My Profile first.' },
]

/** The facts of that list that there are, each once and in one order. */
export const factsOf = (wanted: readonly string[]): CardFact[] =>
  FACTS.map(({ id }) => id).filter((id) => wanted.includes(id))
