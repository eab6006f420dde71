// Figures written into the page as a finger moves: on a slow phone React alone takes longer than a frame allows. What is written
// here is what React writes once the finger rests.
import type { Outcome } from '@sixfold/domain'
import { points, wholeNumber } from '../../academy/numbers'
import { ratingText } from '../../academy/rating'

/** The figures of a page by their names. */
type Figure = 'final' | 'place' | 'rating' | `points ${number}`

export interface Live {
  /** The `ref` of an element that holds one figure. */
  ref: (figure: Figure) => (element: HTMLElement | null) => void
  /** Writes what measurements come to. */
  show: (outcome: Outcome) => void
}

/** How each figure of an outcome is written. */
export const FIGURES = {
  final: ({ final }: Outcome) => points(final),
  place: ({ position }: Outcome) => wholeNumber(position),
  rating: ({ percentile }: Outcome) => ratingText(percentile) ?? 'From ten people on',
  points: ({ points: six }: Outcome, test: number) => points(six[test] ?? 0),
}

export function makeLive(): Live {
  const elements = new Map<Figure, HTMLElement>()
  const refs = new Map<Figure, (element: HTMLElement | null) => void>()
  const write = (figure: Figure, text: string) => {
    const node = elements.get(figure)?.firstChild
    if (node && node.nodeValue !== text) node.nodeValue = text
  }
  return {
    ref: (figure) => {
      const known = refs.get(figure)
      if (known) return known
      const made = (element: HTMLElement | null) => {
        if (element) elements.set(figure, element)
        else elements.delete(figure)
      }
      refs.set(figure, made)
      return made
    },
    show: (outcome) => {
      write('final', FIGURES.final(outcome))
      write('place', FIGURES.place(outcome))
      write('rating', FIGURES.rating(outcome))
      for (const test of outcome.points.keys()) write(`points ${test}`, FIGURES.points(outcome, test))
    },
  }
}
