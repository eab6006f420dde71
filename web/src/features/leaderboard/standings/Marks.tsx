import { points } from '../../../academy/numbers'
import type { LeaderboardRow } from '../../../api/types'
import { climbOf, nameOf } from '../board'
import styles from './Marks.module.css'
import { MovementMark } from '../Movement'

interface MarksProps {
  rows: readonly LeaderboardRow[]
  /** How many rows the last mark is drawn at. */
  line: number
  moving: boolean
}

/** What there is to beat: the best score, the score of the last of the first rows, the climb of the day. */
export function Marks({ rows, line, moving }: MarksProps) {
  const [best] = rows
  const last = rows[line - 1]
  const climb = moving ? climbOf(rows) : null
  if (!best) return null
  return (
    <dl className={styles.marks}>
      <div className={styles.mark}>
        <dt>To beat</dt>
        <dd className={styles.number}>{points(best.score)}</dd>
      </div>
      {last && (
        <div className={styles.mark}>
          <dt>Top {line} from</dt>
          <dd className={styles.number}>{points(last.score)}</dd>
        </div>
      )}
      {climb && (
        <div className={styles.mark}>
          <dt>Climb of the day</dt>
          <dd className={styles.climb}>
            {nameOf(climb)} <MovementMark row={climb} />
          </dd>
        </div>
      )}
    </dl>
  )
}
