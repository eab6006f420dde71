import { useState } from 'react'
import { dayMonthYear } from '../../../academy/civil-date'
import { points } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
import { Stack } from '../../../components/layout/Stack'
import { ScrolledTable } from '../../../components/table/ScrolledTable'
import { bySeason, gainText, nameOfSeries, seasonText, type Point, type SeriesKey } from './series'
import styles from './VisitTable.module.css'

/** How many visits are shown before somebody asks for all of them. */
const SHOWN = 10

/** The numbers of a line, newest first, season by season. */
export function VisitTable({ series, line }: { series: SeriesKey; line: readonly Point[] }) {
  const [all, setAll] = useState(false)
  const measured = series !== 'Final'
  const shown = all ? line : line.slice(-SHOWN)
  const caption = `${nameOfSeries(series)}, visit by visit`
  const columns = ['Visit', 'Points', ...(measured ? ['Measured'] : []), 'Gain']
  return (
    <Stack gap={3}>
      <ScrolledTable caption={caption} columns={columns} whole className={styles.table}>
        {bySeason(shown).map(({ season, points: visits }) => (
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
      {shown.length < line.length && (
        <Button variant="secondary" onClick={() => setAll(true)}>
          Show all {line.length} visits
        </Button>
      )}
    </Stack>
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
