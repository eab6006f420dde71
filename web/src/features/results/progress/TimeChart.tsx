import { useCallback, useState, type PointerEvent } from 'react'
import { corners, pointList } from '../../../components/art/hexagon'
import { Stack } from '../../../components/layout/Stack'
import { useWidth } from '../../../components/use-width'
import { gridOf, scoreScale, timeScale } from './scale'
import { gainText, lineText, rangeOf, type Point, type SeasonSpan, type SeriesKey } from './series'
import styles from './TimeChart.module.css'
import { VisitReadout } from './VisitReadout'

const HEIGHT = 320
/** At a text of 16 px; a larger one needs more. */
const TEXT = 16
const ROOM = {
  /** Around the line: for the seasons above and the points beside it. */
  top: 34,
  right: 6,
  bottom: 8,
  left: 34,
  /** A season's full name above its band, and its number alone. */
  name: 92,
  number: 34,
  /** A gain above its point. */
  gain: 52,
}

type Room = typeof ROOM

const roomFor = (textSize: number): Room => {
  const scale = Math.max(1, textSize / TEXT)
  return {
    ...ROOM,
    top: ROOM.top * scale,
    left: ROOM.left * scale,
    name: ROOM.name * scale,
    number: ROOM.number * scale,
    gain: ROOM.gain * scale,
  }
}

interface TimeChartProps {
  series: SeriesKey
  line: readonly Point[]
  seasons: readonly SeasonSpan[]
}

/** A line over time with the seasons as bands behind it; the personal best is a hexagon. A table has the same numbers. */
export function TimeChart({ series, line, seasons }: TimeChartProps) {
  const [width, watch] = useWidth()
  const [room, setRoom] = useState(ROOM)
  const [at, setAt] = useState<number | null>(null)
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (element) setRoom(roomFor(Number.parseFloat(getComputedStyle(element).fontSize) || TEXT))
      return watch(element)
    },
    [watch],
  )
  const inner = {
    width: Math.max(0, width - room.left - room.right),
    height: HEIGHT - room.top - room.bottom,
  }
  const range = rangeOf(line)
  const { from, to, xOf } = timeScale(
    line.map(({ date }) => date),
    inner.width,
  )
  const yOf = scoreScale(range, inner.height)
  const dots = line.map((point) => ({ ...point, x: xOf(point.date), y: yOf(point.score) }))
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - room.left
    const near = dots.map((dot, index) => ({ index, far: Math.abs(dot.x - x) }))
    setAt(near.toSorted((one, other) => one.far - other.far)[0]?.index ?? null)
  }
  const shown = at === null ? null : (line[at] ?? null)
  return (
    <Stack as="figure" gap={1} shrink>
      <VisitReadout point={shown} />
      <div ref={measure} className={styles.plot} style={{ blockSize: HEIGHT }}>
        {width > 0 && (
          <svg
            role="img"
            aria-label={lineText(line, series)}
            width={width}
            height={HEIGHT}
            onPointerMove={follow}
            onPointerDown={follow}
            onPointerLeave={() => setAt(null)}
          >
            <g transform={`translate(${room.left} ${room.top})`}>
              {seasons.map((season, index) => {
                const left = Math.max(0, xOf(season.start < from ? from : season.start))
                const right = Math.min(inner.width, xOf(season.end > to ? to : season.end))
                const band = right - left
                return (
                  <g key={season.season}>
                    <rect
                      className={styles.season}
                      data-odd={index % 2 === 1 || undefined}
                      x={left}
                      y={-room.top}
                      width={Math.max(0, band)}
                      height={HEIGHT}
                    />
                    {band >= room.number && (
                      <text className={styles.seasonName} x={left + band / 2} y={-12}>
                        {band >= room.name ? `Season ${season.season}` : season.season}
                      </text>
                    )}
                  </g>
                )
              })}
              {gridOf(range).map((value) => (
                <g key={value}>
                  <line className={styles.grid} x2={inner.width} y1={yOf(value)} y2={yOf(value)} />
                  <text className={styles.tick} x={-6} y={yOf(value)}>
                    {value}
                  </text>
                </g>
              ))}
              {shown && (
                <line className={styles.under} x1={xOf(shown.date)} x2={xOf(shown.date)} y2={inner.height} />
              )}
              <polyline className={styles.line} points={pointList(dots)} />
              {dots.map((dot, index) => (
                <Dot
                  key={dot.visit}
                  dot={dot}
                  pointed={index === at}
                  roomy={isRoomy(dots, index, room.gain)}
                  height={inner.height}
                />
              ))}
            </g>
          </svg>
        )}
      </div>
    </Stack>
  )
}

type Placed = Point & { x: number; y: number }

/** Whether nothing beside a point is in the way of its gain. */
const isRoomy = (dots: readonly Placed[], index: number, needed: number) =>
  [dots[index - 1], dots[index + 1]].every((beside) => {
    const own = dots[index]
    return !beside || !own || Math.abs(beside.x - own.x) >= needed
  })

function Dot({
  dot,
  pointed,
  roomy,
  height,
}: {
  dot: Placed
  pointed: boolean
  roomy: boolean
  height: number
}) {
  const gain = gainText(dot.gain)
  // Below a point that is lost on, where the line does not come from.
  const below = gain?.way === 'down' && dot.y < height - 28
  return (
    <>
      {dot.best ? (
        <polygon className={styles.best} points={pointList(corners(dot, pointed ? 13 : 11))} />
      ) : (
        <circle className={styles.dot} cx={dot.x} cy={dot.y} r={pointed ? 7 : 5.5} />
      )}
      {roomy && gain && gain.way !== 'same' && (
        <text className={styles.gain} data-way={gain.way} x={dot.x} y={dot.y + (below ? 30 : -18)}>
          {gain.text}
        </text>
      )}
    </>
  )
}
