import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { points } from '../../academy/numbers'
import type { OwnResult } from '../../api/types'
import { Cluster } from '../../components/layout/Cluster'
import { Loading, Skeleton } from '../../components/feedback/States'
import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { LoadError } from '../../state/LoadError'
import { Attempts } from './Attempts'
import { Change } from './Change'
import { HeldNotice } from './HeldNotice'
import { Measured } from './Measured'
import { measureText } from '../../academy/measure'
import { testsOf } from './outcome'
import { resultsQuery } from '../../api/queries'
import { Rating } from './Rating'
import styles from './ResultDetail.module.css'
import { Shape } from './Shape'
import { Standing } from './Standing'

interface ResultDetailProps {
  bookingId: string
  /** What is known of it without its own call. */
  fallback: ReactNode
  /** What can be done with the result. */
  actions?: ((result: OwnResult) => ReactNode) | undefined
}

/** One test day in full: rating, hexagon, and each test with its attempts against last time. */
export function ResultDetail({ bookingId, fallback, actions }: ResultDetailProps) {
  const results = useQuery(resultsQuery())
  if (results.data) {
    const result = results.data.results.find(({ eventBookingId }) => eventBookingId === bookingId)
    return result ? <Detail result={result} actions={actions?.(result)} /> : fallback
  }
  if (!results.isError)
    return (
      <Loading label="Loading the result">
        <Skeleton height="24rem" />
      </Loading>
    )
  return (
    <>
      <LoadError query={results} title="Ratings did not load" />
      {fallback}
    </>
  )
}

function Detail({ result, actions }: { result: OwnResult; actions: ReactNode }) {
  const tests = testsOf(result)
  if (result.score === null)
    return (
      <div className={styles.detail}>
        <HeldNotice />
        <Measured tests={tests} />
      </div>
    )
  return (
    <div className={styles.detail}>
      <Standing score={result.score} result={result} className={styles.standing} />
      <Stack gap={5} className={styles.picture}>
        <Shape tests={tests} lastDay={result.previous?.date} className={styles.shape} />
        {actions}
      </Stack>
      <Stack as="ul" gap={0} className={styles.tests}>
        {tests.map(({ name, score, previous, betterThan, attempts, unit, best }) => (
          <Stack as="li" gap={2} key={name} className={styles.test}>
            <Cluster gap={[1, 3]} align="baseline" between>
              <h3 className={classNames(text.h4, text.heavy)}>{name}</h3>
              <Cluster as="p" gap={[1, 3]} align="baseline">
                {result.previous && <Change score={score ?? 0} previous={previous} />}
                {best !== null && <span className={text.quietFigures}>{measureText(best, unit)}</span>}
                <span className={classNames(text.score, text.h3)}>{points(score ?? 0)}</span>
              </Cluster>
            </Cluster>
            <div className={styles.more}>
              <Attempts attempts={attempts} best={best} unit={unit} test={name} />
              <Rating betterThan={betterThan} />
            </div>
          </Stack>
        ))}
      </Stack>
    </div>
  )
}
