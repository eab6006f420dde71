import type { ReactNode } from 'react'
import { ScoreHexagon, type ScoreHexagonProps } from '../../components/art/ScoreHexagon'
import { classNames } from '../../components/class-names'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import styles from './HexagonFigure.module.css'

interface HexagonFigureProps extends Pick<ScoreHexagonProps, 'scores' | 'before' | 'marks'> {
  /** What the filled shape is and, if there is one, what the dashed line is. */
  labels: { now: string; before: string }
  className?: string | undefined
  /** The same for a screen reader. */
  children?: ReactNode
}

/** Six scores as a hexagon with their values, in the outline of those they are compared with. */
export function HexagonFigure({ labels, className, children, ...shapes }: HexagonFigureProps) {
  return (
    <Stack as="figure" gap={3} shrink className={classNames(styles.figure, className)}>
      <ScoreHexagon {...shapes} values />
      {shapes.before && (
        <Cluster as="figcaption" gap={[1, 5]} className={styles.legend} aria-hidden="true">
          <span className={styles.now}>{labels.now}</span>
          <span className={styles.before}>{labels.before}</span>
        </Cluster>
      )}
      {children}
    </Stack>
  )
}
