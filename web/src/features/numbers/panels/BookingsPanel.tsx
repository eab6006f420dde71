import { wholeNumber } from '../../../academy/numbers'
import { Columns } from '../charts/Columns'
import { DataTable } from '../DataTable'
import type { Range } from '../range'
import { percent, shareOf, STEP_NAMES, stepTick, stepTitle } from '../words'
import { Panel } from './Panel'

/** Bookings over time: arrived, missed, upcoming, and cancelled. */
export function BookingsPanel({ range }: { range: Range }) {
  return (
    <Panel
      what="bookings"
      title="Bookings"
      range={range}
      nothing="Nobody is booked on these days."
      draw={({ rows, step = 'day' }) => {
        const sum = (of: (row: (typeof rows)[number]) => number) =>
          rows.reduce((total, row) => total + of(row), 0)
        const [booked, arrived, missed, cancelled] = [
          sum((row) => row.booked),
          sum((row) => row.arrived),
          sum((row) => row.missed),
          sum((row) => row.cancelled),
        ]
        if (booked + cancelled === 0) return null
        const titles = rows.map((row) => stepTitle(row, step))
        return {
          said: (
            <>
              <strong>{wholeNumber(booked)}</strong> booked. <strong>{wholeNumber(arrived)}</strong> came,{' '}
              <strong>{wholeNumber(missed)}</strong> did not ({percent(shareOf(missed, arrived + missed))}{' '}
              no-shows); <strong>{wholeNumber(cancelled)}</strong> more were cancelled.
            </>
          ),
          picture: (
            <Columns
              label={`Bookings by ${step}: ${wholeNumber(arrived)} came, ${wholeNumber(missed)} did not. The table holds the numbers.`}
              ticks={rows.map((row) => stepTick(row, step))}
              titles={titles}
              format={wholeNumber}
              series={[
                { name: 'Came', tone: 'done', values: rows.map((row) => row.arrived) },
                {
                  name: 'To come',
                  tone: 'open',
                  values: rows.map((row) => row.booked - row.arrived - row.missed),
                },
                { name: 'No-show', tone: 'lost', values: rows.map((row) => row.missed) },
              ]}
            />
          ),
          table: (
            <DataTable
              caption="Bookings over time"
              columns={[
                { label: STEP_NAMES[step] },
                { label: 'Booked', number: true },
                { label: 'Came', number: true },
                { label: 'No-show', number: true },
                { label: 'Cancelled', number: true },
              ]}
              rows={rows.map((row, index) => [
                titles[index] ?? '',
                wholeNumber(row.booked),
                wholeNumber(row.arrived),
                wholeNumber(row.missed),
                wholeNumber(row.cancelled),
              ])}
            />
          ),
        }
      }}
    />
  )
}
