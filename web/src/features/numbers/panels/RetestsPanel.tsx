import { wholeNumber } from '../../../academy/numbers'
import { Line } from '../charts/Line'
import { DataTable } from '../DataTable'
import type { Range } from '../range'
import { percent, shareOf, STEP_NAMES, stepTick, stepTitle } from '../words'
import { Panel } from './Panel'

/** How many of the bookings are retests. */
export function RetestsPanel({ range }: { range: Range }) {
  return (
    <Panel
      what="retests"
      title="Retest rate"
      range={range}
      nothing="Nobody is booked on these days."
      draw={({ rows, step = 'day' }) => {
        const booked = rows.reduce((total, row) => total + row.booked, 0)
        const retests = rows.reduce((total, row) => total + row.retests, 0)
        if (booked === 0) return null
        const titles = rows.map((row) => stepTitle(row, step))
        return {
          said: (
            <>
              <strong>{percent(shareOf(retests, booked))}</strong> of all bookings are retests:{' '}
              <strong>{wholeNumber(retests)}</strong> of {wholeNumber(booked)}.
            </>
          ),
          picture: (
            <Line
              label={`Retests by ${step}, in per cent of bookings: ${percent(shareOf(retests, booked))} overall. The table holds the numbers.`}
              ticks={rows.map((row) => stepTick(row, step))}
              titles={titles}
              name="Retests"
              values={rows.map((row) => row.rate)}
              format={percent}
            />
          ),
          table: (
            <DataTable
              caption="Retest rate over time"
              columns={[
                { label: STEP_NAMES[step] },
                { label: 'Booked', number: true },
                { label: 'Retests', number: true },
                { label: 'Rate', number: true },
              ]}
              rows={rows.map((row, index) => [
                titles[index] ?? '',
                wholeNumber(row.booked),
                wholeNumber(row.retests),
                percent(row.rate),
              ])}
            />
          ),
        }
      }}
    />
  )
}
