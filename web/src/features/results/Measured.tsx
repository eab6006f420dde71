import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { Attempts } from './Attempts'
import styles from './Measured.module.css'
import { Grid } from '../../components/layout/Grid'
import type { NamedTest } from './outcome'

/** What was measured in each test, without points: all that there is of a result before its reveal. */
export function Measured({ tests }: { tests: readonly NamedTest[] }) {
  return (
    <Grid as="ul" gap={[4, 6]} least={14}>
      {tests.map(({ name, attempts, best, unit }) => (
        <Stack as="li" gap={2} top shrink key={name} className={styles.test}>
          <h3 className={text.h4}>{name}</h3>
          <Attempts attempts={attempts} best={best} unit={unit} test={name} />
        </Stack>
      ))}
    </Grid>
  )
}
