import { points, wholeNumber } from '../../../academy/numbers'
import { Columns } from '../charts/Columns'
import type { Range } from '../range'
import { sumOf } from '../words'
import { StepPanel } from './StepPanel'

/** Final scores over time, with their mean. */
export function FinalsPanel({ range }: { range: Range }) {
  return (
    <StepPanel
      what="finals"
      title="Finals"
      range={range}
      nothing="No final score has come in on these days."
      draw={({ rows, step, names }) => {
        const finals = sumOf(rows, (row) => row.finals)
        if (finals === 0) return null
        return {
          said: (
            <>
              <strong>{wholeNumber(finals)}</strong> final scores. What is held back counts once it is
              revealed.
            </>
          ),
          picture: (
            <Columns
              label={`Final scores by ${step}: ${wholeNumber(finals)} in all.`}
              {...names}
              format={wholeNumber}
              series={[{ name: 'Finals', tone: 'done', values: rows.map((row) => row.finals) }]}
            />
          ),
        }
      }}
      columns={{ Finals: (row) => wholeNumber(row.finals), 'Mean score': (row) => points(row.mean) }}
    />
  )
}
