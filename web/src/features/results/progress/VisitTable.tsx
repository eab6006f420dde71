import { dayMonthYear } from '../../../academy/civil-date'
import { points } from '../../../academy/numbers'
import { ScrolledTable } from '../../../components/table/ScrolledTable'
import { bySeason, gainText, nameOfSeries, seasonText, type Point, type SeriesKey } from './series'
import styles from './VisitTable.module.css'

/** The numbers of a line, newest first, season by season. */
export function VisitTable({ series, line }: { series: SeriesKey; line: readonly Point[] }) {
  const measured = series !== 'Final'
  const caption = `${nameOfSeries(series)}, visit by visit`
  const columns = ['Visit', 'Points', ...(measured ? ['Measured'] : []), 'Gain']
  return (
    <ScrolledTable caption={caption} columns={columns} className={styles.table}>
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
    </ScrolledTable>
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
      <td>{points(point.score)}</td>
      {measured && <td>{point.mark ?? '–'}</td>}
      <td data-way={gain?.way}>{gain?.text ?? 'First'}</td>
    </tr>
  )
}
