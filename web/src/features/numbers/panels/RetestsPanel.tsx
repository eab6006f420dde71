import { wholeNumber } from '../../../academy/numbers'
import { Line } from '../charts/Line'
import type { Range } from '../range'
import { percent, shareOf, sumOf } from '../words'
import { StepPanel } from './StepPanel'

/** How many of the bookings are retests. */
export function RetestsPanel({ range }: { range: Range }) {
  return (
    <StepPanel
      what="retests"
      title="Retest rate"
      range={range}
      nothing="Nobody is booked on these days."
      draw={({ rows, step, names }) => {
        const booked = sumOf(rows, (row) => row.booked)
        const retests = sumOf(rows, (row) => row.retests)
        if (booked === 0) return null
        return {
          said: (
            <>
              <strong>{percent(shareOf(retests, booked))}</strong> of all bookings are retests:{' '}
              <strong>{wholeNumber(retests)}</strong> of {wholeNumber(booked)}.
            </>
          ),
          picture: (
            <Line
              label={`Retests by ${step}, in per cent of bookings: ${percent(shareOf(retests, booked))} overall.`}
              {...names}
              name="Retests"
              values={rows.map((row) => row.rate)}
              format={percent}
            />
          ),
        }
      }}
      columns={{
        Booked: (row) => wholeNumber(row.booked),
        Retests: (row) => wholeNumber(row.retests),
        Rate: (row) => percent(row.rate),
      }}
    />
  )
}
