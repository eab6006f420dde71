import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { Attempts } from './Attempts'
import styles from './Measured.module.css'
import type { NamedTest } from './outcome'

/** What was measured in each test, without points: all that there is of a result before its reveal. */
export function Measured({ tests }: { tests: readonly NamedTest[] }) {
  return (
    <ul className={styles.tests}>
      {tests.map(({ name, attempts, unit }) => (
        <Stack as="li" gap={2} top shrink key={name} className={styles.test}>
          <h3 className={text.h4}>{name}</h3>
          <Attempts attempts={attempts} unit={unit} test={name} />
        </Stack>
      ))}
    </ul>
  )
}
