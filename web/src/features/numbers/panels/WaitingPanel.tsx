import { wholeNumber } from '../../../academy/numbers'
import { Columns } from '../charts/Columns'
import type { Range } from '../range'
import { percent, shareOf, sumOf } from '../words'
import { StepPanel } from './StepPanel'

/** How many waited for full slots, and how that ended. */
export function WaitingPanel({ range }: { range: Range }) {
  return (
    <StepPanel
      what="waiting"
      title="Waiting list"
      range={range}
      nothing="Nobody has waited for a place on these days."
      draw={({ rows, step, names }) => {
        const waited = sumOf(rows, (row) => row.waited)
        const waiting = sumOf(rows, (row) => row.waiting)
        const offered = sumOf(rows, (row) => row.offered)
        const accepted = sumOf(rows, (row) => row.accepted)
        if (waited === 0) return null
        return {
          said: (
            <>
              <strong>{wholeNumber(waited)}</strong> joined a line, <strong>{wholeNumber(waiting)}</strong>{' '}
              still stand in one. <strong>{wholeNumber(offered)}</strong> were offered a place and{' '}
              <strong>{wholeNumber(accepted)}</strong> took it ({percent(shareOf(accepted, offered))}).
            </>
          ),
          picture: (
            <Columns
              label={`Waiting list by ${step}: ${wholeNumber(accepted)} took an offered place, ${wholeNumber(waiting)} wait.`}
              {...names}
              format={wholeNumber}
              series={[
                { name: 'Took an offered place', tone: 'done', values: rows.map((row) => row.accepted) },
                { name: 'Waiting', tone: 'begun', values: rows.map((row) => row.waiting) },
                {
                  name: 'No longer waiting',
                  tone: 'open',
                  values: rows.map((row) => row.waited - row.accepted - row.waiting),
                },
              ]}
            />
          ),
        }
      }}
      columns={{
        Joined: (row) => wholeNumber(row.waited),
        Waiting: (row) => wholeNumber(row.waiting),
        Offered: (row) => wholeNumber(row.offered),
        'Took it': (row) => wholeNumber(row.accepted),
      }}
    />
  )
}
