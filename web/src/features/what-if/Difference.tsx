import { pointsDifference } from '../../academy/numbers'
import { gainClass } from './live'

interface DifferenceProps {
  now: number
  from: number
  /** A ref to the element, which is written before React renders. */
  figure: (element: HTMLElement | null) => void
}

/** Points against those that the sliders started from: `+2.00`; empty while they are equal. */
export function Difference({ now, from, figure }: DifferenceProps) {
  return (
    <span ref={figure} className={gainClass(now, from)}>
      {pointsDifference(now, from)}
    </span>
  )
}
