import { measureText } from '../../academy/measure'
import { points } from '../../academy/numbers'
import type { OwnTest } from '../../api/types'
import { Icon } from '../../components/graphics/Icon'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import text from '../../components/text.module.css'
import styles from './Attempts.module.css'
import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'
import { Cluster } from '../../components/layout/Cluster'
import { bestAttempt } from './outcome'

/** The attempts of one test in their order: what was measured, what it is worth, which one counted. */
export function Attempts({
  attempts,
  best,
  unit,
  test,
}: Pick<OwnTest, 'attempts' | 'best' | 'unit'> & { test: string }) {
  if (attempts.length === 0) return <p className={text.note}>No attempts on record</p>
  const counted = bestAttempt({ attempts, best })
  return (
    <Stack as="ol" gap={0} className={classNames(text.small, text.figures)} aria-label={`Attempts: ${test}`}>
      {attempts.map(({ score, points: worth }, at) => (
        <li key={at} className={styles.attempt} data-best={at === counted || undefined}>
          <Cluster as="span" gap={2} inline nowrap align="center" className={styles.raw}>
            {measureText(score, unit)}
            {at === counted && attempts.length > 1 && (
              <>
                <Icon name="check" small />
                <VisuallyHidden> counted</VisuallyHidden>
              </>
            )}
          </Cluster>{' '}
          {worth !== null && (
            <span>
              {points(worth)}
              <VisuallyHidden> points</VisuallyHidden>
            </span>
          )}
        </li>
      ))}
    </Stack>
  )
}
