import { Loading, Skeleton } from '../../../components/States'
import styles from './Board.module.css'
import { Podium } from './Podium'

/** The board's own shape while it is on its way. */
export function BoardSkeleton({ rows }: { rows: number }) {
  return (
    <Loading label="Loading the board" className={styles.loading}>
      <div className={styles.layout}>
        <div className={styles.podium}>
          <Podium rows={null} moving={false} />
          <div className={styles.skeletonMarks} />
        </div>
        <div className={styles.list}>
          <div className={styles.skeletonHead} />
          <div className={styles.skeletonRows}>
            {Array.from({ length: rows }, (_, at) => (
              <Skeleton key={at} height="3.25rem" />
            ))}
          </div>
        </div>
      </div>
    </Loading>
  )
}
