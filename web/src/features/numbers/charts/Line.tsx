import { LinePath } from '@visx/shape'
import { useState } from 'react'
import styles from './Charts.module.css'
import { Plot } from './Plot'
import { Stack } from '../../../components/layout/Stack'
import { Readout } from './Readout'

interface LineProps {
  label: string
  ticks: readonly string[]
  titles: readonly string[]
  name: string
  /** One for each column; null for none. */
  values: readonly (number | null)[]
  format: (value: number | null) => string
}

/** One value over time; a break where there is none. */
export function Line({ label, ticks, titles, name, values, format }: LineProps) {
  const [at, setAt] = useState<number | null>(null)
  const marks = values.map((value, column) => ({ value, column }))
  return (
    <Stack as="figure" gap={2} shrink>
      <Readout
        title={at === null ? null : (titles[at] ?? '')}
        values={[{ name, value: format(values[at ?? 0] ?? null) }]}
      />
      <Plot
        label={label}
        ticks={ticks}
        max={Math.max(0, ...values.map((value) => value ?? 0))}
        tickFormat={format}
        at={at}
        onAt={setAt}
      >
        {({ xOf, band, yOf }) => (
          <>
            <LinePath
              className={styles.line}
              data={marks}
              defined={({ value }) => value !== null}
              x={({ column }) => xOf(column) + band / 2}
              y={({ value }) => yOf(value ?? 0)}
            />
            {marks.map(
              ({ value, column }) =>
                value !== null && (
                  <circle
                    key={column}
                    className={styles.dot}
                    cx={xOf(column) + band / 2}
                    cy={yOf(value)}
                    r={column === at ? 6 : Math.min(4, Math.max(2, band / 4))}
                  />
                ),
            )}
          </>
        )}
      </Plot>
    </Stack>
  )
}
