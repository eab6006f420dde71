import { useId } from 'react'
import { points } from '../../../academy/numbers'
import type { Visit } from '../../../api/types'
import { pointList } from '../../../components/art/hexagon'
import { classNames } from '../../../components/class-names'
import cover from '../../../components/form/cover.module.css'
import hidden from '../../../components/layout/VisuallyHidden.module.css'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { scoreScale, timeScale } from './scale'
import { gainText, nameOfSeries, rangeOf, SERIES, seriesOf, type Point, type SeriesKey } from './series'
import styles from './SeriesTiles.module.css'

interface SeriesTilesProps {
  visits: readonly Visit[]
  value: SeriesKey
  onChange: (series: SeriesKey) => void
}

/** The final and the six tests as small pictures with their newest points; the chosen one is drawn large. */
export function SeriesTiles({ visits, value, onChange }: SeriesTilesProps) {
  const name = useId()
  return (
    <fieldset className={styles.tiles}>
      <legend className={hidden.hidden}>What the chart shows</legend>
      {SERIES.map((series) => {
        const line = seriesOf(visits, series)
        const last = line.at(-1)
        const gain = gainText(last?.gain ?? null)
        return (
          <label key={series} className={styles.tile} data-whole={series === 'Final' || undefined}>
            <input
              type="radio"
              name={name}
              value={series}
              checked={series === value}
              onChange={() => onChange(series)}
              className={cover.cover}
            />
            <span className={classNames(text.label, styles.name)}>{nameOfSeries(series)}</span>
            <span className={classNames(text.score, text.h3)}>{points(last?.score)}</span>
            <span className={styles.facts}>
              {last?.mark && <span className={styles.mark}>{last.mark}</span>}
              {gain && (
                <span className={styles.gain} data-way={gain.way}>
                  {gain.text}
                  <VisuallyHidden> against the visit before</VisuallyHidden>
                </span>
              )}
            </span>
            <Spark line={line} />
          </label>
        )
      })}
    </fieldset>
  )
}

const SPARK = { width: 120, height: 32 }

function Spark({ line }: { line: readonly Point[] }) {
  const { xOf } = timeScale(
    line.map(({ date }) => date),
    SPARK.width,
  )
  const yOf = scoreScale(rangeOf(line), SPARK.height)
  const dots = line.map(({ date, score }) => ({ x: xOf(date), y: yOf(score) }))
  const last = dots.at(-1)
  return (
    <svg
      viewBox={`0 -4 ${SPARK.width} ${SPARK.height + 8}`}
      preserveAspectRatio="none"
      className={styles.spark}
      aria-hidden="true"
    >
      <polyline points={pointList(dots)} vectorEffect="non-scaling-stroke" />
      {/* A line without a length stays a dot however the picture is stretched. */}
      {last && (
        <path d={`M${last.x} ${last.y}h0`} vectorEffect="non-scaling-stroke" className={styles.newest} />
      )}
    </svg>
  )
}
