import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import type { PointerEvent, ReactNode } from 'react'
import styles from './Charts.module.css'
import { useWidth } from '../../../components/use-width'

const HEIGHT = 280
const MARGIN = { top: 12, right: 4, bottom: 34, left: 48 }
/** Room that a date or a time below a column needs. */
const TICK_WIDTH = 76

/** Drawn over the columns; gets their positions, their width, and the position of a value. */
interface Ground {
  xOf: (column: number) => number
  band: number
  yOf: (value: number) => number
  /** The position of zero. */
  floor: number
}

interface PlotProps {
  /** The chart in a sentence, for people who cannot see it; where the numbers are is added. */
  label: string
  /** The words below the columns, one each. */
  ticks: readonly string[]
  /** The room that each of them needs, in pixels; by default that of a date or a time. */
  tickWidth?: number
  max: number
  tickFormat?: (value: number) => string
  /** The column pointed at. */
  at: number | null
  onAt: (column: number | null) => void
  children: (ground: Ground) => ReactNode
}

/** Two axes and a grid over columns of equal width; follows the pointer from column to column. */
export function Plot({
  label,
  ticks,
  tickWidth = TICK_WIDTH,
  max,
  tickFormat = String,
  at,
  onAt,
  children,
}: PlotProps) {
  const [width, watch] = useWidth()
  const inner = {
    width: Math.max(0, width - MARGIN.left - MARGIN.right),
    height: HEIGHT - MARGIN.top - MARGIN.bottom,
  }
  const columns = ticks.map((_, index) => index)
  const x = scaleBand({ domain: columns, range: [0, inner.width], paddingInner: 0.24, paddingOuter: 0.12 })
  const y = scaleLinear({ domain: [0, Math.max(1, max)], range: [inner.height, 0], nice: 4 })
  const every = Math.max(1, Math.ceil((ticks.length * tickWidth) / Math.max(1, inner.width)))
  const ground: Ground = {
    xOf: (column) => x(column) ?? 0,
    band: x.bandwidth(),
    yOf: (value) => y(value),
    floor: inner.height,
  }
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - MARGIN.left
    const column = Math.floor(left / x.step())
    onAt(column >= 0 && column < ticks.length ? column : null)
  }
  return (
    <div ref={watch} className={styles.plot} style={{ blockSize: HEIGHT }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={`${label} The table holds the numbers.`}
          width={width}
          height={HEIGHT}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => onAt(null)}
        >
          <Group left={MARGIN.left} top={MARGIN.top}>
            {y.ticks(4).map((value) => (
              <line key={value} className={styles.grid} x2={inner.width} y1={y(value)} y2={y(value)} />
            ))}
            {at !== null && (
              <rect
                className={styles.under}
                x={ground.xOf(at) - (x.step() - ground.band) / 2}
                width={x.step()}
                height={inner.height}
              />
            )}
            {children(ground)}
            <AxisLeft
              scale={y}
              hideAxisLine
              hideTicks
              tickValues={y.ticks(4).filter(Number.isInteger)}
              tickFormat={(value) => tickFormat(Number(value))}
              tickLabelProps={{ className: styles.tick, textAnchor: 'end', dx: -2, dy: 5 }}
            />
            <AxisBottom
              scale={x}
              top={inner.height}
              hideTicks
              axisLineClassName={styles.axis}
              tickValues={columns.filter((column) => column % every === 0)}
              tickFormat={(column) => ticks[column] ?? ''}
              tickLabelProps={{ className: styles.tick, textAnchor: 'middle', dy: 6 }}
            />
          </Group>
        </svg>
      )}
    </div>
  )
}
