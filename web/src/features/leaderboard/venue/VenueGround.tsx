import { corners, pointList, roundedPath, type Point } from '../../../components/art/hexagon'
import styles from './VenueGround.module.css'

const GATE: Point = { x: 420, y: 560 }
const RINGS = [980, 800, 640, 500, 380]
const TRACK: Point = { x: 420, y: 1010 }
const VIEW = { squash: 0.24, turn: 30 }
const LANES = [420, 560, 700, 840, 980, 1120, 1260]
const LIT = corners(GATE, 640)

/** Behind the board: gates of light, one inside the other, over the lanes of a night track. Decorative. */
export function VenueGround() {
  const [from, to] = LIT
  return (
    <svg
      className={styles.ground}
      viewBox="0 0 1920 1080"
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
      <ellipse cx={GATE.x} cy={GATE.y} rx="900" ry="620" fill="url(#venue-light)" />
      <path
        className={styles.lanes}
        d={LANES.map((radius) => roundedPath(corners(TRACK, radius, VIEW), 0.2)).join('')}
      />
      {RINGS.map((radius) => (
        <polygon key={radius} className={styles.ring} points={pointList(corners(GATE, radius))} />
      ))}
      {from && to && <path className={styles.lit} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />}
    </svg>
  )
}
