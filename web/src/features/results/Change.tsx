import { points } from '../../academy/numbers'
import type { PreviousScore } from '../../api/types'
import { classNames } from '../../components/class-names'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import text from '../../components/text.module.css'
import { changeOf } from './outcome'

const look = classNames(text.label, text.figures, text.nowrap)

/** Points against last time: `+2.30`. */
export function Change({ score, previous }: { score: number; previous: PreviousScore | null | undefined }) {
  const change = changeOf(score, previous)
  if (!change || !previous)
    return (
      <span className={look} data-way="first">
        First time
      </span>
    )
  return (
    <span className={look} data-way={change.way}>
      <span>{change.text}</span>
      <VisuallyHidden>{` points against ${points(previous.score)} last time`}</VisuallyHidden>
    </span>
  )
}
