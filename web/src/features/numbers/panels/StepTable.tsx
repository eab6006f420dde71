import type { Step, StepRow } from '../api'
import { DataTable } from '../DataTable'
import { STEP_NAMES, stepTitle } from '../words'

interface StepTableProps<R extends StepRow> {
  caption: string
  rows: readonly R[]
  step: Step
  /** The text of a row in each column, by the column's label. */
  columns: Readonly<Record<string, (row: R) => string>>
}

/** The numbers of a chart whose columns are days, weeks or months. */
export function StepTable<R extends StepRow>({ caption, rows, step, columns }: StepTableProps<R>) {
  return (
    <DataTable
      caption={caption}
      columns={[STEP_NAMES[step], ...Object.keys(columns)]}
      rows={rows.map((row) => [stepTitle(row, step), ...Object.values(columns).map((text) => text(row))])}
    />
  )
}
