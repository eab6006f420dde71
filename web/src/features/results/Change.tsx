import { points } from '../../academy/numbers'
import type { PreviousScore } from '../../api/types'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import { changeOf } from './outcome'
import styles from './Change.module.css'

/** Points against last time: `+2.30`. */
export function Change({ score, previous }: { score: number; previous: PreviousScore | null | undefined }) {
  const change = changeOf(score, previous)
  if (!change || !previous)
    return (
      <span className={styles.change} data-way="first">
        First time
      </span>
    )
  return (
    <span className={styles.change} data-way={change.way}>
      <span>{change.text}</span>
      <VisuallyHidden>{` points against ${points(previous.score)} last time`}</VisuallyHidden>
    </span>
  )
}
