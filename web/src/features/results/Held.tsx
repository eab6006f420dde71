import { HexagonBadge } from '../../components/Hexagon'
import { Icon } from '../../components/Icon'
import styles from './Held.module.css'

/** A final that is kept back: its owner sees the score, and its place only once everybody does. */
export function Held() {
  return (
    <div className={styles.held} role="note">
      <HexagonBadge tone="accent">
        <Icon name="clock" small />
      </HexagonBadge>
      <p>
        <strong className={styles.title}>Your score is held for the reveal</strong>
        <span className={styles.text}>
          The points are yours to see. Where they put you stays secret until the board turns.
        </span>
      </p>
    </div>
  )
}
