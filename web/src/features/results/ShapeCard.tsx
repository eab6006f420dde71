import type { ReactNode } from 'react'
import { shortDate } from '../../academy/civil-date'
import { points } from '../../academy/numbers'
import type { OwnResult } from '../../api/types'
import { ScoreHexagon } from '../../components/art/ScoreHexagon'
import { Card } from '../../components/layout/Card'
import { Stack } from '../../components/layout/Stack'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'
import { HeldNotice } from './HeldNotice'
import { Measured } from './Measured'
import { testsOf, weakest } from './outcome'
import { Shape } from './Shape'
import { Standing } from './Standing'
import touch from '../../components/touch.module.css'
import styles from './ShapeCard.module.css'

interface ShapeCardProps {
  title: string
  /** The newest result; null before the first one. */
  result: OwnResult | null
  emptyText: string
  /** Where a test is explained. */
  aboutTest: (test: string) => string
  /** The position on the season's board. */
  rank?: ReactNode
  /** What can be done with the result, or without one. */
  actions?: ReactNode
}

/** The athlete's final score with its rating and the hexagon, or the empty hexagon that waits for a first test. */
export function ShapeCard({ title, result, emptyText, aboutTest, rank, actions }: ShapeCardProps) {
  if (!result)
    return (
      <Card as="section" title={title} className={styles.card}>
        <ScoreHexagon scores={{}} className={styles.waiting} />
        <p className={text.quiet}>{emptyText}</p>
        {actions}
      </Card>
    )
  const tests = testsOf(result)
  const { score } = result
  if (score === null)
    return (
      <Card
        as="section"
        title={title}
        aside={result.eventTestDate && <p className={text.quiet}>{shortDate(result.eventTestDate)}</p>}
        className={styles.card}
      >
        <HeldNotice />
        <Measured tests={tests} />
        {actions}
      </Card>
    )
  const weak = weakest(tests)
  return (
    <Card
      as="section"
      title={title}
      aside={result.eventTestDate && <p className={text.quiet}>{shortDate(result.eventTestDate)}</p>}
      className={styles.card}
    >
      <div className={styles.top}>
        <Stack as="p" gap={2}>
          <span className={classNames(text.status, text.wide)}>Final score</span>
          <span className={styles.score}>{points(score)}</span>
        </Stack>
        <Standing score={score} result={result} className={styles.standing} />
      </div>
      {rank}
      <Shape tests={tests} lastDay={result.previous?.date} className={styles.shape} />
      {weak && (
        <p className={text.quiet}>
          Your corner to push:{' '}
          <a href={aboutTest(weak)} className={classNames(touch.line, text.problem)}>
            {weak}
          </a>
        </p>
      )}
      {actions}
    </Card>
  )
}
