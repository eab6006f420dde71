import { wholeNumber } from '../../../academy/numbers'
import { Columns } from '../charts/Columns'
import { DataTable } from '../DataTable'
import type { Range } from '../range'
import { percent, shareOf, STEP_NAMES, stepTick, stepTitle } from '../words'
import { Panel } from './Panel'

/** Who waited for full slots, and what came of it. */
export function WaitingPanel({ range }: { range: Range }) {
  return (
    <Panel
      what="waiting"
      title="Waiting list"
      range={range}
      nothing="Nobody has waited for a place on these days."
      draw={({ rows, step = 'day' }) => {
        const sum = (of: (row: (typeof rows)[number]) => number) =>
          rows.reduce((total, row) => total + of(row), 0)
        const [waited, waiting] = [sum((row) => row.waited), sum((row) => row.waiting)]
        const [offered, accepted] = [sum((row) => row.offered), sum((row) => row.accepted)]
        if (waited === 0) return null
        const titles = rows.map((row) => stepTitle(row, step))
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
              label={`Waiting list by ${step}: ${wholeNumber(accepted)} took a place, ${wholeNumber(waiting)} wait. The table holds the numbers.`}
              ticks={rows.map((row) => stepTick(row, step))}
              titles={titles}
              format={wholeNumber}
              series={[
                { name: 'Took a place', tone: 'done', values: rows.map((row) => row.accepted) },
                { name: 'Waiting', tone: 'begun', values: rows.map((row) => row.waiting) },
                {
                  name: 'Left without',
                  tone: 'open',
                  values: rows.map((row) => row.waited - row.accepted - row.waiting),
                },
              ]}
            />
          ),
          table: (
            <DataTable
              caption="Waiting list over time"
              columns={[
                { label: STEP_NAMES[step] },
                { label: 'Joined', number: true },
                { label: 'Waiting', number: true },
                { label: 'Offered', number: true },
                { label: 'Took it', number: true },
              ]}
              rows={rows.map((row, index) => [
                titles[index] ?? '',
                wholeNumber(row.waited),
                wholeNumber(row.waiting),
                wholeNumber(row.offered),
                wholeNumber(row.accepted),
              ])}
            />
          ),
        }
      }}
    />
  )
}
