import { wholeNumber } from '../../academy/numbers'
import { Stack } from '../../components/layout/Stack'
import styles from './Stages.module.css'
import type { Today } from './api'
import text from '../../components/text.module.css'
import { classNames } from '../../components/class-names'
import { percent, shareOf } from './words'

/** How far the day's athletes are, from expected to finished, and how many are left. */
export function Stages({ today: { counts, places } }: { today: Today }) {
  const { expected, arrived, onboarded, finished, noShows, waiting } = counts
  const stages = [
    { name: 'Expected', value: expected },
    { name: 'Here', value: arrived },
    { name: 'Onboarded', value: onboarded },
    { name: 'Finished', value: finished },
  ]
  const facts = [
    { name: 'Places left today', value: wholeNumber(places.left), of: `of ${wholeNumber(places.capacity)}` },
    { name: 'Late', value: wholeNumber(noShows), problem: noShows > 0 },
    { name: 'On the waiting list', value: wholeNumber(waiting) },
  ]
  return (
    <Stack gap={3}>
      <dl className={styles.stages}>
        {stages.map(({ name, value }, index) => (
          <Stack gap={2} key={name} className={styles.stage}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.value}>{wholeNumber(value)}</span>
              {index > 0 && (
                <span className={classNames(styles.share, text.aside)}>
                  {percent(Math.round(shareOf(value, expected) ?? 0))}
                </span>
              )}
            </dd>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.part} style={{ inlineSize: `${shareOf(value, expected) ?? 0}%` }} />
            </span>
          </Stack>
        ))}
      </dl>
      <dl className={styles.facts}>
        {facts.map(({ name, value, of, problem }) => (
          <div key={name} className={styles.fact} data-problem={problem || undefined}>
            <dt>{name}</dt>
            <dd>
              {value} {of && <span className={classNames(styles.share, text.aside)}>{of}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Stack>
  )
}
