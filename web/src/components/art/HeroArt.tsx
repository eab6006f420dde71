import { useId } from 'react'
import styles from './HeroArt.module.css'
import { corners, pointList, roundedPath, type Point } from './hexagon'
import { TEST_TYPES } from './TestArt'

const CENTRE: Point = { x: 500, y: 690 }
const VIEW = { squash: 0.52, turn: 17 }
const LANES = [292, 326, 360, 394, 428, 462]
const INFIELD = 236
const RISE = 430
// The athlete on the poster: six shares of the rise, clockwise from the back corner.
const SHARES = [0.74, 0.86, 0.62, 0.98, 0.7, 0.9]
// Which lanes carry a runner's light, and the style that sets its lap time.
const RUNNERS = [
  { lane: 1, lap: styles.lapA },
  { lane: 3, lap: styles.lapB },
  { lane: 4, lap: styles.lapC },
] as const

// Where each name stands beside its node, so that none crosses a line.
const LABELS = [
  { dx: 0, dy: -34, anchor: 'middle' },
  { dx: 26, dy: -14, anchor: 'start' },
  { dx: 30, dy: 8, anchor: 'start' },
  { dx: 14, dy: -34, anchor: 'middle' },
  { dx: -30, dy: 8, anchor: 'end' },
  { dx: -10, dy: -34, anchor: 'middle' },
] as const
// Walls of light from the back of the track to the front.
const DRAWING_ORDER = [5, 0, 4, 1, 3, 2]

const outline = (radius: number) => roundedPath(corners(CENTRE, radius, VIEW), 0.16)

/** The poster: a hexagonal night track with six lanes, six beams of light and the shape they hold up. Decorative. */
export function HeroArt({ className }: { className?: string }) {
  const id = useId()
  const feet = corners(CENTRE, INFIELD, VIEW)
  const tops = feet.map((foot, index) => ({ x: foot.x, y: foot.y - RISE * (SHARES[index] ?? 0) }))
  return (
    <svg
      className={className ? `${styles.art} ${className}` : styles.art}
      viewBox="0 0 1000 1000"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id={`${id}beam`} x1="0" y1="1" x2="0" y2="0">
          <stop offset="0" className={styles.clear} />
          <stop offset="1" className={styles.full} />
        </linearGradient>
        <linearGradient id={`${id}curtain`} x1="0" y1="1" x2="0" y2="0">
          <stop offset="0.1" className={styles.clear} />
          <stop offset="1" className={styles.half} />
        </linearGradient>
        <radialGradient id={`${id}pool`}>
          <stop offset="0" className={styles.pool} />
          <stop offset="1" className={styles.clear} />
        </radialGradient>
      </defs>
      <ellipse cx={CENTRE.x} cy={CENTRE.y} rx="520" ry="300" fill={`url(#${id}pool)`} />
      <g className={styles.lanes}>
        {LANES.map((radius) => (
          <path key={radius} d={outline(radius)} />
        ))}
      </g>
      <g className={styles.runners}>
        {RUNNERS.map(({ lane, lap }) => (
          <path key={lane} d={outline((LANES[lane] ?? 0) + 17)} pathLength="100" className={lap} />
        ))}
      </g>
      <g className={styles.infield}>
        {[1, 0.66, 0.33].map((share) => (
          <polygon key={share} points={pointList(corners(CENTRE, INFIELD * share, VIEW))} />
        ))}
        {feet.map((foot, index) => (
          <path key={TEST_TYPES[index]} d={`M${CENTRE.x} ${CENTRE.y}L${foot.x} ${foot.y}`} />
        ))}
      </g>
      {DRAWING_ORDER.map((index) => {
        const next = (index + 1) % 6
        const wall = [feet[index], tops[index], tops[next], feet[next]].filter((point) => point !== undefined)
        return <polygon key={TEST_TYPES[index]} points={pointList(wall)} fill={`url(#${id}curtain)`} />
      })}
      {feet.map((foot, index) => {
        const top = tops[index] ?? foot
        return (
          <rect
            key={TEST_TYPES[index]}
            x={foot.x - 7}
            y={top.y}
            width="14"
            height={foot.y - top.y}
            fill={`url(#${id}beam)`}
          />
        )
      })}
      <polygon points={pointList(tops)} className={styles.shape} />
      {tops.map((top, index) => (
        <g key={TEST_TYPES[index]}>
          <polygon points={pointList(corners(top, 15))} className={styles.node} />
          <text
            x={top.x + (LABELS[index]?.dx ?? 0)}
            y={top.y + (LABELS[index]?.dy ?? 0)}
            textAnchor={LABELS[index]?.anchor}
            className={styles.label}
          >
            {TEST_TYPES[index]}
          </text>
        </g>
      ))}
    </svg>
  )
}
