import type { NumbersOf, Step, StepKind } from '../api'
import { DataTable } from '../DataTable'
import { STEP_NAMES, stepNames, stepTitle } from '../words'
import { Panel, type Drawn, type PanelProps } from './Panel'

interface Steps<K extends StepKind> {
  rows: readonly NumbersOf[K][]
  step: Step
  /** The words below the chart's columns, and in full. */
  names: ReturnType<typeof stepNames>
}

interface StepPanelProps<K extends StepKind> extends Omit<PanelProps<K>, 'draw'> {
  /** Null if there is nothing to draw. */
  draw: (steps: Steps<K>) => Omit<Drawn, 'table'> | null
  /** The text of a row in each column of the table, by the column's label. */
  columns: Readonly<Record<string, (row: NumbersOf[K]) => string>>
}

/** Figures over time: the columns of the chart and the rows of the table are days, weeks or months. */
export function StepPanel<K extends StepKind>({ draw, columns, ...panel }: StepPanelProps<K>) {
  return (
    <Panel
      {...panel}
      draw={({ rows, step = 'day' }) => {
        const drawn = draw({ rows, step, names: stepNames(rows, step) })
        const texts = Object.values(columns)
        return (
          drawn && {
            ...drawn,
            table: (
              <DataTable
                caption={`${panel.title} over time`}
                columns={[STEP_NAMES[step], ...Object.keys(columns)]}
                rows={rows.map((row) => [stepTitle(row, step), ...texts.map((text) => text(row))])}
              />
            ),
          }
        )
      }}
    />
  )
}
