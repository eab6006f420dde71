import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import styles from './ProgrammeSettings.module.css'
import type { Difference } from './rules'

interface DifferenceListProps {
  differences: readonly Difference[]
  /** What the two versions are called, `theirs` first. */
  names: readonly [string, string]
}

/** Each setting that differs, with both values. */
export function DifferenceList({ differences, names }: DifferenceListProps) {
  return (
    <Stack as="dl" gap={3} className={styles.both}>
      {differences.map(({ label, theirs, mine }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className={text.aside}>{names[0]}</span> {theirs}
          </dd>
          <dd>
            <span className={text.aside}>{names[1]}</span> {mine}
          </dd>
        </div>
      ))}
    </Stack>
  )
}
