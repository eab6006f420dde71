import { points } from '../../academy/numbers'
import type { OwnResult } from '../../api/types'
import { TestArt } from '../../components/art/TestArt'
import { Attempts } from './Attempts'
import { Change } from './Change'
import { measureText } from '../../academy/measure'
import { testsOf, weakest } from './outcome'
import { Rating } from './Rating'
import text from '../../components/text.module.css'
import { classNames } from '../../components/class-names'
import styles from './ScoreTiles.module.css'

/** A score card for each test: points, against last time, the rating and every attempt. */
export function ScoreTiles({ result }: { result: OwnResult }) {
  const tests = testsOf(result)
  const weak = weakest(tests)
  return (
    <ul className={styles.tiles}>
      {tests.map(({ name, score, previous, betterThan, attempts, unit, best }) => (
        <li key={name} className={styles.tile} data-weak={name === weak || undefined}>
          <TestArt test={name} className={styles.art} />
          <h3 className={styles.name}>{name}</h3>
          {score !== null && (
            <>
              <p className={styles.points}>
                <span className={classNames(styles.score, text.poster)}>{points(score)}</span>
                {best !== null && <span className={text.figuresStrong}>{measureText(best, unit)}</span>}
                {result.previous && <Change score={score} previous={previous} />}
              </p>
              <div className={styles.rating}>
                <Rating betterThan={betterThan} />
              </div>
            </>
          )}
          <div className={styles.attempts}>
            <Attempts attempts={attempts} best={best} unit={unit} test={name} />
          </div>
        </li>
      ))}
    </ul>
  )
}
