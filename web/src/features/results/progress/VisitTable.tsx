import { dayMonthYear } from '../../../academy/civil-date'
import { points } from '../../../academy/numbers'
import { Table } from '../../../components/table/Table'
import { bySeason, gainText, nameOfSeries, seasonText, type Point, type SeriesKey } from './series'
import styles from './VisitTable.module.css'

/** The numbers of a line, newest first, season by season. */
export function VisitTable({ series, line }: { series: SeriesKey; line: readonly Point[] }) {
  const measured = series !== 'Final'
  const caption = `${nameOfSeries(series)}, visit by visit`
  const number = (label: string) => ({ label, className: styles.number })
  const columns = ['Visit', number('Points'), ...(measured ? [number('Measured')] : []), number('Gain')]
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <Table caption={caption} columns={columns} className={styles.table}>
        {bySeason(line).map(({ season, points: visits }) => (
          <tbody key={`${season} ${visits[0]?.visit}`}>
            <tr>
              <th scope="rowgroup" colSpan={columns.length} className={styles.season}>
                {seasonText(season)}
              </th>
            </tr>
            {visits.map((point) => (
              <Row key={point.visit} point={point} measured={measured} />
            ))}
          </tbody>
        ))}
      </Table>
    </div>
  )
}

function Row({ point, measured }: { point: Point; measured: boolean }) {
  const gain = gainText(point.gain)
  return (
    <tr data-best={point.best || undefined}>
      <th scope="row">
        {dayMonthYear(point.date)}
        {point.best && (
          <>
            {' '}
            <span className={styles.best}>Best</span>
          </>
        )}
      </th>
      <td className={styles.number}>{points(point.score)}</td>
      {measured && <td className={styles.number}>{point.mark ?? '–'}</td>}
      <td className={styles.number} data-way={gain?.way}>
        {gain?.text ?? 'First'}
      </td>
    </tr>
  )
}
