import { Columns } from '../charts/Columns'
import { DataTable } from '../DataTable'
import type { Range } from '../range'
import { count, percent, shareOf, STEP_NAMES, stepTick, stepTitle } from '../words'
import { Panel } from './Panel'

/** Bookings over time: who came, who did not, who is still to come, and what was called off. */
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
              <strong>{count(booked)}</strong> booked. <strong>{count(arrived)}</strong> came,{' '}
              <strong>{count(missed)}</strong> did not ({percent(shareOf(missed, arrived + missed))}{' '}
              no-shows); <strong>{count(cancelled)}</strong> more were cancelled.
            </>
          ),
          picture: (
            <Columns
              label={`Bookings by ${step}: ${count(arrived)} came, ${count(missed)} did not. The table holds the numbers.`}
              ticks={rows.map((row) => stepTick(row, step))}
              titles={titles}
              format={count}
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
                count(row.booked),
                count(row.arrived),
                count(row.missed),
                count(row.cancelled),
              ])}
            />
          ),
        }
      }}
    />
  )
}
