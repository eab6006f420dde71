import { SavedMeanwhile } from '../../../components/dialog/SavedMeanwhile'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import styles from './ProgrammeSettings.module.css'
import type { Difference } from './rules'

export interface BothVersionsProps {
  differences: readonly Difference[]
  onTheirs: () => void
  onMine: () => void
}

/** Somebody else has saved meanwhile: shows what differs and lets this user decide. */
export function BothVersions({ differences, onTheirs, onMine }: BothVersionsProps) {
  return (
    <SavedMeanwhile
      title="Someone else has saved these settings meanwhile"
      onTheirs={onTheirs}
      onMine={differences.length > 0 ? onMine : undefined}
    >
      {differences.length > 0 ? (
        <Stack as="dl" gap={3} className={styles.both}>
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
        </Stack>
      ) : (
        <p>They have saved the same as you.</p>
      )}
    </SavedMeanwhile>
  )
}
