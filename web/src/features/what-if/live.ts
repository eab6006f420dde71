// Figures written into the page as a finger moves: on a slow phone React alone takes longer than a frame allows. What is written
// here is what React writes once the finger rests.
import type { Outcome } from '@sixfold/domain'
import { points, pointsDifference, wholeNumber } from '../../academy/numbers'
import { ratingText } from '../../academy/rating'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'

/** The figures of a page by their names. */
type Figure = 'final' | 'gain' | 'place' | 'rating' | `points ${number}` | `gain ${number}`

export interface Live {
  /** The `ref` of an element that holds one figure. */
  ref: (figure: Figure) => (element: HTMLElement | null) => void
  /** Writes what measurements come to, and the gains on the start. */
  show: (outcome: Outcome, start: Outcome) => void
}

/** How each figure of an outcome is written. */
export const FIGURES = {
  final: ({ final }: Outcome) => points(final),
  place: ({ position }: Outcome) => wholeNumber(position),
  rating: ({ betterThan }: Outcome) => ratingText(betterThan) ?? 'From ten people on',
  points: ({ points: six }: Outcome, test: number) => points(six[test] ?? 0),
}

/** The classes of a gain. */
export const gainClass = (now: number, from: number) =>
  classNames(text.figuresStrong, now > from ? text.accent : text.signal)

export function makeLive(): Live {
  const elements = new Map<Figure, HTMLElement>()
  const refs = new Map<Figure, (element: HTMLElement | null) => void>()
  // Into the text node that is there: a new one would be styled and laid out from scratch.
  const write = (figure: Figure, text: string) => {
    const element = elements.get(figure)
    const node = element?.firstChild
    if (!node) element?.append(text)
    else if (node.nodeValue !== text) node.nodeValue = text
  }
  const writeGain = (figure: Figure, now: number, from: number) => {
    const element = elements.get(figure)
    if (!element) return
    write(figure, pointsDifference(now, from))
    const look = gainClass(now, from)
    if (element.className !== look) element.className = look
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
    show: (outcome, start) => {
      write('final', FIGURES.final(outcome))
      writeGain('gain', outcome.final, start.final)
      write('place', FIGURES.place(outcome))
      write('rating', FIGURES.rating(outcome))
      for (const [test, own] of outcome.points.entries()) {
        write(`points ${test}`, FIGURES.points(outcome, test))
        writeGain(`gain ${test}`, own, start.points[test] ?? 0)
      }
    },
  }
}
