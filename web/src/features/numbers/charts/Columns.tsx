import { Bar } from '@visx/shape'
import { useState } from 'react'
import { Plot } from './Plot'
import { Readout } from './Readout'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import styles from './Charts.module.css'

interface Series {
  name: string
  /** Its colour, from what is done to what is open. */
  tone: 'done' | 'under-way' | 'begun' | 'open' | 'lost'
  /** One for each column. */
  values: readonly number[]
}

interface ColumnsProps {
  label: string
  /** The words below the columns. */
  ticks: readonly string[]
  /** The room that each of them needs, in pixels; by default that of a date or a time. */
  tickWidth?: number
  /** A column in full words, shown while it is pointed at. */
  titles: readonly string[]
  /** From bottom to top. */
  series: readonly Series[]
  format?: (value: number) => string
}

const GAP = 1

/** Columns of stacked parts. */
export function Columns({ label, ticks, tickWidth, titles, series, format = String }: ColumnsProps) {
  const [at, setAt] = useState<number | null>(null)
  const sums = ticks.map((_, column) => series.reduce((sum, { values }) => sum + (values[column] ?? 0), 0))
  return (
    <Stack as="figure" gap={2} shrink>
      {series.length > 1 && <Legend series={series} />}
      <Readout
        title={at === null ? null : (titles[at] ?? '')}
        values={series.map(({ name, values }) => ({ name, value: format(values[at ?? 0] ?? 0) }))}
      />
      <Plot
        label={label}
        ticks={ticks}
        tickWidth={tickWidth}
        max={Math.max(0, ...sums)}
        tickFormat={format}
        at={at}
        onAt={setAt}
      >
        {({ xOf, band, yOf }) =>
          ticks.map((tick, column) => {
            let below = 0
            return series.map(({ name, tone, values }) => {
              const value = values[column] ?? 0
              if (value === 0) return null
              const bottom = yOf(below)
              below += value
              const top = yOf(below)
              return (
                <Bar
                  key={`${tick} ${column} ${name}`}
                  className={styles[tone]}
                  x={xOf(column)}
                  width={band}
                  y={top}
                  height={Math.max(GAP, bottom - top - GAP)}
                />
              )
            })
          })
        }
      </Plot>
    </Stack>
  )
}

function Legend({ series }: Pick<ColumnsProps, 'series'>) {
  return (
    <Cluster as="figcaption" gap={[1, 4]} className={text.small}>
      {series.map(({ name, tone }) => (
        <Cluster key={name} as="span" gap={2} inline nowrap align="center">
          <svg className={styles.swatch} viewBox="0 0 12 12" aria-hidden="true">
            <rect className={styles[tone]} width="12" height="12" />
          </svg>
          {name}
        </Cluster>
      ))}
    </Cluster>
  )
}
