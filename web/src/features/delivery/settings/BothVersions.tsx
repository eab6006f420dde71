import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import text from '../../../components/text.module.css'
import styles from './ProgrammeSettings.module.css'
import type { Difference } from './rules'

interface BothVersionsProps {
  differences: readonly Difference[]
  onTheirs: () => void
  onMine: () => void
}

/** Somebody else has saved meanwhile: shows what differs and lets this user decide. */
export function BothVersions({ differences, onTheirs, onMine }: BothVersionsProps) {
  return (
    <Notice
      tone="problem"
      role="alert"
      title="Someone else has saved these settings meanwhile"
      actions={
        <>
          <Button variant="secondary" onClick={onTheirs}>
            Keep theirs
          </Button>
          {differences.length > 0 && (
            <Button variant="secondary" onClick={onMine}>
              Use mine
            </Button>
          )}
        </>
      }
    >
      {differences.length > 0 ? (
        <dl className={styles.both}>
          {differences.map(({ label, theirs, mine }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span className={text.aside}>Theirs</span> {theirs}
              </dd>
              <dd>
                <span className={text.aside}>Yours</span> {mine}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>They have saved the same as you.</p>
      )}
    </Notice>
  )
}
