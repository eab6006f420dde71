import { Loading, Skeleton } from '../../../components/feedback/States'
import { Stack } from '../../../components/layout/Stack'
import styles from './Board.module.css'
import { Podium } from './Podium'

/** The board's own shape while it is on its way. */
export function BoardSkeleton({ rows }: { rows: number }) {
  return (
    <Loading label="Loading the board" className={styles.loading}>
      <div className={styles.layout}>
        <Stack gap={4} className={styles.podium}>
          <Podium rows={null} moving={false} />
          <div className={styles.skeletonMarks} />
        </Stack>
        <Stack gap={3} top shrink className={styles.list}>
          <div className={styles.skeletonHead} />
          <Stack gap={1} className={styles.skeletonRows}>
            {Array.from({ length: rows }, (_, at) => (
              <Skeleton key={at} height="3.25rem" />
            ))}
          </Stack>
        </Stack>
      </div>
    </Loading>
  )
}
