import { wholeNumber } from '../../../academy/numbers'
import { HeatMap } from '../charts/HeatMap'
import { DataTable } from '../DataTable'
import type { Range } from '../range'
import { hourOf, percent, shareOf, sumOf, weekdayShort } from '../words'
import { Panel } from './Panel'

/** How the hours of the week are used: places taken, and who came. */
export function UsePanel({ range }: { range: Range }) {
  return (
    <Panel
      what="use"
      title="Use by weekday and hour"
      range={range}
      nothing="Nobody is booked on these days."
      draw={({ rows }) => {
        const busiest = rows.reduce((most, row) => (row.booked > (most?.booked ?? 0) ? row : most), rows[0])
        if (!busiest) return null
        const booked = sumOf(rows, (row) => row.booked)
        const arrived = sumOf(rows, (row) => row.arrived)
        // People who are due later today are not absent.
        const due = sumOf(rows, (row) => row.due)
        const byUse = rows.toSorted((one, other) => other.booked - one.booked)
        return {
          said: (
            <>
              Busiest: <strong>{`${weekdayShort(busiest.weekday)} ${hourOf(busiest.hour)}`}</strong> with{' '}
              <strong>{wholeNumber(busiest.booked)}</strong> places taken.{' '}
              <strong>{wholeNumber(booked)}</strong> in all
              {due > 0 && (
                <>
                  ; <strong>{percent(shareOf(arrived, due))}</strong> of the{' '}
                  <strong>{wholeNumber(due)}</strong> due so far came
                </>
              )}
              .
            </>
          ),
          picture: <HeatMap caption="Places taken by weekday and hour" cells={rows} />,
          table: (
            <DataTable
              caption="Hours of the week, the busiest first"
              columns={['Hour', 'Taken', 'Came', 'Rate']}
              rows={byUse.map((row) => [
                `${weekdayShort(row.weekday)} ${hourOf(row.hour)}`,
                wholeNumber(row.booked),
                wholeNumber(row.arrived),
                row.due > 0 ? percent(shareOf(row.arrived, row.due)) : '–',
              ])}
            />
          ),
        }
      }}
    />
  )
}
