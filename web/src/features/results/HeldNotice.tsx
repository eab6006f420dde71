import { HexagonBadge } from '../../components/graphics/Hexagon'
import { Icon } from '../../components/graphics/Icon'
import { classNames } from '../../components/class-names'
import { Cluster } from '../../components/layout/Cluster'
import text from '../../components/text.module.css'
import styles from './HeldNotice.module.css'

/** Shown instead of a held final: its athlete sees the measurements, and the points come with the reveal. */
export function HeldNotice() {
  return (
    <Cluster gap={4} align="center" nowrap className={styles.held} role="note">
      <HexagonBadge>
        <Icon name="clock" small />
      </HexagonBadge>
      <p>
        <strong className={classNames(text.title, text.snug)}>Your result is revealed at the event</strong>
        <span className={classNames(text.note, text.snug)}>
          Here is what you measured. Points and final score come with the reveal. We e-mail you then.
        </span>
      </p>
    </Cluster>
  )
}
