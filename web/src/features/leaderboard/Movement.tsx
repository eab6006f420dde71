import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import type { LeaderboardRow } from '../../api/types'
import { movementOf, movementWords } from './board'
import styles from './Movement.module.css'

/** An arrow with the places won or lost since midnight, a dash, or NEW. */
export function MovementMark({ row }: { row: Pick<LeaderboardRow, 'position' | 'prevPosition'> }) {
  const movement = movementOf(row)
  return (
    <span className={`${styles.mark} ${styles[movement.kind]}`}>
      <VisuallyHidden>{movementWords(movement)}</VisuallyHidden>
      <span aria-hidden="true" className={styles.shown}>
        {movement.kind === 'new' && 'New'}
        {movement.kind === 'same' && <span className={styles.dash} />}
        {(movement.kind === 'up' || movement.kind === 'down') && (
          <>
            <svg viewBox="0 0 10 8" className={styles.arrow} focusable="false">
              <path d={movement.kind === 'up' ? 'M5 0 10 8H0z' : 'M5 8 0 0h10z'} />
            </svg>
            {movement.by}
          </>
        )}
      </span>
    </span>
  )
}
