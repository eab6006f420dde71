import { wholeNumber } from '../../../academy/numbers'
import { Columns } from '../charts/Columns'
import type { Range } from '../range'
import { percent, shareOf, sumOf } from '../words'
import { StepPanel } from './StepPanel'

/** Bookings over time: arrived, missed, upcoming, and cancelled. */
export function BookingsPanel({ range }: { range: Range }) {
  return (
    <StepPanel
      what="bookings"
      title="Bookings"
      range={range}
      nothing="Nobody is booked on these days."
      draw={({ rows, step, names }) => {
        const booked = sumOf(rows, (row) => row.booked)
        const arrived = sumOf(rows, (row) => row.arrived)
        const missed = sumOf(rows, (row) => row.missed)
        const cancelled = sumOf(rows, (row) => row.cancelled)
        if (booked + cancelled === 0) return null
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
              label={`Bookings by ${step}: ${wholeNumber(arrived)} came, ${wholeNumber(missed)} did not.`}
              {...names}
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
        }
      }}
      columns={{
        Booked: (row) => wholeNumber(row.booked),
        Came: (row) => wholeNumber(row.arrived),
        'No-show': (row) => wholeNumber(row.missed),
        Cancelled: (row) => wholeNumber(row.cancelled),
      }}
    />
  )
}
