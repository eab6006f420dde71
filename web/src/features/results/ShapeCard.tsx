import type { ReactNode } from 'react'
import { shortDate } from '../../academy/civil-date'
import { points } from '../../academy/numbers'
import type { OwnResult } from '../../api/wire'
import { ScoreHexagon } from '../../components/art/ScoreHexagon'
import { Card } from '../../components/Card'
import { Change } from './Change'
import { Held } from './Held'
import { Measured } from './Measured'
import { testsOf, weakest } from './outcome'
import { Rating } from './Rating'
import { Shape } from './Shape'
import styles from './ShapeCard.module.css'

interface ShapeCardProps {
  title: string
  /** The newest result; null before the first one. */
  result: OwnResult | null
  emptyText: string
  /** Where a test is explained. */
  aboutTest: (test: string) => string
  /** Where they stand on the season's board. */
  rank?: ReactNode
  /** What can be done with the result. */
  actions?: ReactNode
}

/** The athlete's final score with its rating and the hexagon, or the empty hexagon that waits for a first test. */
export function ShapeCard({ title, result, emptyText, aboutTest, rank, actions }: ShapeCardProps) {
  if (!result)
    return (
      <Card as="section" title={title} className={styles.card}>
        <ScoreHexagon scores={{}} className={styles.waiting} />
        <p className={styles.quiet}>{emptyText}</p>
      </Card>
    )
  const tests = testsOf(result)
  const { score } = result
  if (score === null)
    return (
      <Card
        as="section"
        title={title}
        aside={result.eventTestDate && <p className={styles.quiet}>{shortDate(result.eventTestDate)}</p>}
        className={styles.card}
      >
        <Held />
        <Measured tests={tests} />
        {actions && <div className={styles.foot}>{actions}</div>}
      </Card>
    )
  const weak = weakest(tests)
  return (
    <Card
      as="section"
      title={title}
      aside={result.eventTestDate && <p className={styles.quiet}>{shortDate(result.eventTestDate)}</p>}
      className={styles.card}
    >
      <div className={styles.top}>
        <p className={styles.final}>
          <span className={styles.label}>Final score</span>
          <span className={styles.score}>{points(score)}</span>
        </p>
        <div className={styles.standing}>
          <p className={styles.against}>
            <Change score={score} previous={result.previous} />
            {result.previous && (
              <span className={styles.quiet}>
                {points(result.previous.score)} on {shortDate(result.previous.date)}
              </span>
            )}
          </p>
          <Rating percentile={result.percentile} />
        </div>
      </div>
      {rank}
      <Shape tests={tests} lastDay={result.previous?.date} className={styles.shape} />
      <div className={styles.foot}>
        {weak && (
          <p className={styles.quiet}>
            Your corner to push:{' '}
            <a href={aboutTest(weak)} className={styles.weak}>
              {weak}
            </a>
          </p>
        )}
        {actions}
      </div>
    </Card>
  )
}
