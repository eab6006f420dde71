import type { Outcome } from '@sixfold/domain'
import { memo, useEffect, useState } from 'react'
import { points, wholeNumber } from '../../academy/numbers'
import { ScoreHexagon, type TestScores } from '../../components/art/ScoreHexagon'
import { TEST_TYPES } from '../../components/art/test-types'
import { classNames } from '../../components/class-names'
import { Cluster } from '../../components/layout/Cluster'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import text from '../../components/text.module.css'
import { Difference } from './Difference'
import { FIGURES, type Live } from './live'
import styles from './OutcomePanel.module.css'

/** How long the figures must be unchanged before a screen reader announces them. */
const QUIET_MS = 700

interface OutcomePanelProps {
  live: Live
  outcome: Outcome
  start: Outcome
  season: string
}

/** The final, the place and the percentile that the sliders come to, and their shape in that of the start. */
export function OutcomePanel({ live, outcome, start, season }: OutcomePanelProps) {
  const { final, percentile } = outcome
  const ranked = wholeNumber(outcome.ranked)
  const [finalText, place, rating] = [FIGURES.final(outcome), FIGURES.place(outcome), FIGURES.rating(outcome)]
  const said = useAnnounced(
    `Final ${finalText}. Place ${place} of ${ranked}.${percentile === null ? '' : ` ${rating}.`}`,
  )
  return (
    <section className={styles.panel} aria-label="What it comes to">
      <div className={styles.figures}>
        <p className={styles.final}>
          <span className={text.label}>Final</span>
          <span className={classNames(styles.score, text.score)} data-final ref={live.ref('final')}>
            {finalText}
          </span>
          <span className={styles.gain}>
            <Difference now={final} from={start.final} figure={live.ref('gain')} />
          </span>
        </p>
        <dl className={styles.facts}>
          <div>
            <dt className={text.label}>Place, {season}</dt>
            <Cluster as="dd" gap={2} align="baseline" nowrap className={styles.placed} data-place>
              <span className={classNames(text.score, text.h2)} ref={live.ref('place')}>
                {place}
              </span>{' '}
              <span className={text.note}>of {ranked}</span>
            </Cluster>
          </div>
          <div>
            <dt className={text.label}>Percentile</dt>
            <dd
              className={classNames(text.figuresStrong, styles.rating)}
              data-percentile={percentile === null ? undefined : points(percentile)}
              ref={live.ref('rating')}
            >
              {rating}
            </dd>
          </div>
        </dl>
      </div>
      <Shape now={outcome.points} before={start.points} />
      <VisuallyHidden live>{said}</VisuallyHidden>
    </section>
  )
}

const scoresOf = (six: readonly number[]): TestScores =>
  Object.fromEntries(TEST_TYPES.map((test, place) => [test, six[place] ?? 0]))

const Shape = memo(function Shape({ now, before }: { now: readonly number[]; before: readonly number[] }) {
  return (
    <div className={styles.shape} aria-hidden="true">
      <ScoreHexagon scores={scoresOf(now)} before={scoresOf(before)} />
    </div>
  )
})

/** A text once it has not changed for a while; empty until it first has. */
function useAnnounced(now: string): string {
  const [settled, setSettled] = useState({ first: now, text: '' })
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled(({ first, text: old }) => ({ first, text: now === first && old === '' ? '' : now })),
      QUIET_MS,
    )
    return () => clearTimeout(timer)
  }, [now])
  return settled.text
}
