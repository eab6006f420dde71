import { ScoreHexagon } from '../../../components/art/ScoreHexagon'
import { TEST_TYPES } from '../../../components/art/TestArt'
import { Card } from '../../../components/Card'
import { localised } from '../../../paths'
import { testAnchor } from '../blocks/SixTests'
import type { LatestScores } from './latest-scores'
import { weakest } from './latest-scores'
import styles from './ShapeCard.module.css'

interface ShapeCardProps {
  title: string
  scores: LatestScores | null
  /** The day of the test, as people write it. */
  day: string | null
  emptyText: string
}

const points = (score: number) => score.toFixed(2)

/** The athlete's hexagon with its table, or the empty hexagon that waits for a first test. */
export function ShapeCard({ title, scores, day, emptyText }: ShapeCardProps) {
  if (!scores) {
    return (
      <Card as="section" title={title} className={styles.card}>
        <ScoreHexagon scores={{}} className={styles.chart} />
        <p className={styles.quiet}>{emptyText}</p>
      </Card>
    )
  }
  const weak = weakest(scores.tests)
  return (
    <Card
      as="section"
      title={title}
      aside={day && <p className={styles.quiet}>{day}</p>}
      className={styles.card}
    >
      <div className={styles.scores}>
        <ScoreHexagon scores={scores.tests} className={styles.chart} />
        <div className={styles.numbers}>
          {scores.final !== null && (
            <p className={styles.final}>
              <span className={styles.finalLabel}>Final score</span>
              {points(scores.final)}
            </p>
          )}
          <table className={styles.table}>
            <caption className={styles.caption}>Points per test, out of 100</caption>
            <tbody>
              {TEST_TYPES.map((test) => (
                <tr key={test} className={test === weak ? styles.weak : undefined}>
                  <th scope="row">{test}</th>
                  <td>{scores.tests[test] === undefined ? 'Not tested' : points(scores.tests[test])}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {weak && (
            <p className={styles.quiet}>
              Your corner to push:{' '}
              <a href={localised(`/my-account-about-the-tests#${testAnchor(weak)}`)}>{weak}</a>.
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}
