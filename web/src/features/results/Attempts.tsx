import { points } from '../../academy/numbers'
import type { OwnAttempt } from '../../api/types'
import { Icon } from '../../components/graphics/Icon'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import text from '../../components/text.module.css'
import styles from './Attempts.module.css'
import { bestAttempt, measureText } from './outcome'

/** The attempts of one test in their order: what was measured, what it is worth, which one counted. */
export function Attempts({
  attempts,
  unit,
  test,
}: {
  attempts: readonly OwnAttempt[]
  unit: string
  test: string
}) {
  if (attempts.length === 0) return <p className={text.note}>No attempts on record</p>
  const best = bestAttempt(attempts)
  return (
    <ol className={styles.attempts} aria-label={`Attempts: ${test}`}>
      {attempts.map(({ score, points: worth }, at) => (
        <li key={at} className={styles.attempt} data-best={at === best || undefined}>
          <span className={styles.raw}>
            {measureText(score, unit)}
            {at === best && attempts.length > 1 && (
              <>
                <Icon name="check" small />
                <VisuallyHidden> counted</VisuallyHidden>
              </>
            )}
          </span>{' '}
          {worth !== null && (
            <span>
              {points(worth)}
              <VisuallyHidden> points</VisuallyHidden>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
