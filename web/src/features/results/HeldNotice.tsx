import { HexagonBadge } from '../../components/Hexagon'
import { Icon } from '../../components/Icon'
import styles from './HeldNotice.module.css'

/** A final that is kept back: what was measured is its athlete's to see, the points come with the reveal. */
export function HeldNotice() {
  return (
    <div className={styles.held} role="note">
      <HexagonBadge tone="accent">
        <Icon name="clock" small />
      </HexagonBadge>
      <p>
        <strong className={styles.title}>Your result is revealed at the event</strong>
        <span className={styles.text}>
          Here is what you measured. Points and final score come with the reveal. We e-mail you then.
        </span>
      </p>
    </div>
  )
}
