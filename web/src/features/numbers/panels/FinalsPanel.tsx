import { points, wholeNumber } from '../../../academy/numbers'
import { Columns } from '../charts/Columns'
import { DataTable } from '../DataTable'
import type { Range } from '../range'
import { STEP_NAMES, stepTick, stepTitle } from '../words'
import { Panel } from './Panel'

/** Final scores over time, with their mean. */
export function FinalsPanel({ range }: { range: Range }) {
  return (
    <Panel
      what="finals"
      title="Finals"
      range={range}
      nothing="No final score has come in on these days."
      draw={({ rows, step = 'day' }) => {
        const finals = rows.reduce((total, row) => total + row.finals, 0)
        if (finals === 0) return null
        const titles = rows.map((row) => stepTitle(row, step))
        return {
          said: (
            <>
              <strong>{wholeNumber(finals)}</strong> final scores. What is held back counts once it is
              revealed.
            </>
          ),
          picture: (
            <Columns
              label={`Final scores by ${step}: ${wholeNumber(finals)} in all. The table holds the numbers.`}
              ticks={rows.map((row) => stepTick(row, step))}
              titles={titles}
              format={wholeNumber}
              series={[{ name: 'Finals', tone: 'done', values: rows.map((row) => row.finals) }]}
            />
          ),
          table: (
            <DataTable
              caption="Finals over time"
              columns={[
                { label: STEP_NAMES[step] },
                { label: 'Finals', number: true },
                { label: 'Mean score', number: true },
              ]}
              rows={rows.map((row, index) => [
                titles[index] ?? '',
                wholeNumber(row.finals),
                points(row.mean),
              ])}
            />
          ),
        }
      }}
    />
  )
}
