import { SavedMeanwhile } from '../../components/dialog/SavedMeanwhile'
import { Cluster } from '../../components/layout/Cluster'
import { measured } from '../../academy/measure'
import styles from './ResultsDesk.module.css'
import type { CurrentTest } from './api'

interface ConflictProps {
  /** What the server has stored by now. */
  current: CurrentTest
  /** The values of this form. */
  mine: readonly string[]
  onTheirs: () => void
  onMine: () => void
}

/** Somebody else has corrected the same test meanwhile: shows both values and lets this user decide. */
export function Conflict({ current, mine, onTheirs, onMine }: ConflictProps) {
  const theirs = current.Attempts.map(({ score }) => String(score))
  return (
    <SavedMeanwhile
      title={`${current.TestType} was changed by someone else meanwhile`}
      onTheirs={onTheirs}
      onMine={onMine}
    >
      <Cluster as="dl" gap={[3, 6]} className={styles.both}>
        <div>
          <dt>Stored now</dt>
          <dd>{theirs.join(' · ')}</dd>
        </div>
        <div>
          <dt>Yours</dt>
          <dd>{measured(mine).join(' · ')}</dd>
        </div>
      </Cluster>
    </SavedMeanwhile>
  )
}
