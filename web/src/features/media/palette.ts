// Owns the colour variants of the story cards. The values are the page's own tokens, read where the card is drawn,
// because a picture that leaves the page takes no style sheet along.

export interface Colour {
  id: 'black' | 'grey' | 'white' | 'appColor' | 'appColorGradient'
  name: string
}

/** In the order in which they are offered; the first one is the default (spec §9). */
export const COLOURS = [
  { id: 'black', name: 'Black' },
  { id: 'grey', name: 'Grey' },
  { id: 'white', name: 'White' },
  { id: 'appColor', name: 'Green' },
  { id: 'appColorGradient', name: 'Green fade' },
] as const satisfies readonly [Colour, ...Colour[]]

export type ColourId = Colour['id']

export interface Palette {
  ground: string
  /** The colour that rises from the foot; null for a plain ground. */
  fade: string | null
  text: string
  quiet: string
  /** The athlete's shape, bars and what matters most. */
  mark: string
  /** Rings and empty bars. */
  line: string
}

type Tokens = (name: string) => string

const PALETTES: Record<ColourId, Record<Exclude<keyof Palette, 'fade'>, string> & { fade?: string }> = {
  black: {
    ground: '--color-ground',
    text: '--color-text',
    quiet: '--color-text-quiet',
    mark: '--color-accent',
    line: '--color-plate-strong',
  },
  grey: {
    ground: '--color-plate',
    text: '--color-text',
    quiet: '--color-text-quiet',
    mark: '--color-accent',
    line: '--color-line-strong',
  },
  white: {
    ground: '--color-paper',
    text: '--color-ink',
    quiet: '--color-plate-strong',
    mark: '--color-ink',
    line: '--color-text-quiet',
  },
  appColor: {
    ground: '--color-accent',
    text: '--color-on-accent',
    quiet: '--color-on-accent',
    mark: '--color-on-accent',
    line: '--color-accent-wash',
  },
  appColorGradient: {
    ground: '--color-ground',
    fade: '--color-accent',
    text: '--color-text',
    quiet: '--color-text',
    mark: '--color-accent',
    line: '--color-line-strong',
  },
}

/** A variant's colours, with what a token is worth here. */
export function palette(id: ColourId, token: Tokens): Palette {
  const { ground, text, quiet, mark, line, fade } = PALETTES[id]
  return {
    ground: token(ground),
    fade: fade === undefined ? null : token(fade),
    text: token(text),
    quiet: token(quiet),
    mark: token(mark),
    line: token(line),
  }
}

/** The tokens of the page (night track: the cards look the same in every area). */
export function pageTokens(): Tokens {
  const style = getComputedStyle(document.documentElement)
  return (name) => style.getPropertyValue(name).trim()
}
