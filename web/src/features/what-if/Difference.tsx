import { pointsDifference } from '../../academy/numbers'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'

/** Points against those that the sliders started from: `+2.00`; nothing while they are equal. */
export function Difference({ now, from }: { now: number; from: number }) {
  const difference = pointsDifference(now, from)
  if (difference === '') return null
  return (
    <span className={classNames(text.figuresStrong, now > from ? text.accent : text.signal)}>
      {difference}
    </span>
  )
}
