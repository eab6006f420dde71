import { Columns } from '../charts/Columns'
import { DataTable } from '../DataTable'
import type { Range } from '../range'
import { count, percent, shareOf, STEP_NAMES, stepTick, stepTitle } from '../words'
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
              <strong>{count(waited)}</strong> joined a line, <strong>{count(waiting)}</strong> still stand in
              one. <strong>{count(offered)}</strong> were offered a place and{' '}
              <strong>{count(accepted)}</strong> took it ({percent(shareOf(accepted, offered))}).
            </>
          ),
          picture: (
            <Columns
              label={`Waiting list by ${step}: ${count(accepted)} took a place, ${count(waiting)} wait. The table holds the numbers.`}
              ticks={rows.map((row) => stepTick(row, step))}
              titles={titles}
              format={count}
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
                count(row.waited),
                count(row.waiting),
                count(row.offered),
                count(row.accepted),
              ])}
            />
          ),
        }
      }}
    />
  )
}
