import { corners, pointList, roundedPath, type Point } from '../../../../components/art/hexagon'
import styles from './VenueGround.module.css'

const GATE: Point = { x: 333, y: 640 }
const RINGS = [560, 440, 330, 230]
/** The gate that is lit, on its upper right side, as in the mark. */
const LIT = corners(GATE, 330)
const TRACK: Point = { x: 333, y: 1030 }
const VIEW = { squash: 0.22, turn: 30 }
const LANES = [260, 350, 440, 530, 620]

const line = (from: Point | undefined, to: Point | undefined) =>
  from && to ? `M${from.x} ${from.y}L${to.x} ${to.y}` : ''

/** Behind the board: gates of light, one inside the other, over the lanes of a night track. Decorative. */
export function VenueGround() {
  return (
    <svg
      className={styles.ground}
      viewBox="0 0 940 1080"
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <radialGradient id="venue-light">
          <stop offset="0" className={styles.light} />
          <stop offset="1" className={styles.clear} />
        </radialGradient>
      </defs>
      <ellipse cx={GATE.x} cy={GATE.y} rx="560" ry="600" fill="url(#venue-light)" />
      <path
        className={styles.lanes}
        d={LANES.map((radius) => roundedPath(corners(TRACK, radius, VIEW), 0.2)).join('')}
      />
      {RINGS.map((radius) => (
        <polygon key={radius} className={styles.ring} points={pointList(corners(GATE, radius))} />
      ))}
      <path className={styles.lit} d={line(LIT[0], LIT[1])} />
    </svg>
  )
}
