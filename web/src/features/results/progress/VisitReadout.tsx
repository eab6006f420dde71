import { dayMonthYear } from '../../../academy/civil-date'
import { points } from '../../../academy/numbers'
import { corners, pointList } from '../../../components/art/hexagon'
import { Cluster } from '../../../components/layout/Cluster'
import { gainText, type Point } from './series'
import styles from './TimeChart.module.css'

/** The numbers of the visit that is pointed at. Who does not point reads them in the table. */
export function VisitReadout({ point }: { point: Point | null }) {
  const gain = gainText(point?.gain ?? null)
  return (
    <p className={styles.readout} aria-hidden="true">
      {point ? (
        <>
          <strong>{dayMonthYear(point.date)}</strong>
          <span>{points(point.score)}</span>
          {point.mark && <span>{point.mark}</span>}
          {gain && <span data-way={gain.way}>{gain.text}</span>}
          {point.best && <strong>Personal best</strong>}
        </>
      ) : (
        <Cluster as="span" inline nowrap gap={2} align="center">
          <svg viewBox="-12 -12 24 24" className={styles.keyMark}>
            <polygon className={styles.best} points={pointList(corners({ x: 0, y: 0 }, 11))} />
          </svg>
          Personal best
        </Cluster>
      )}
    </p>
  )
}
