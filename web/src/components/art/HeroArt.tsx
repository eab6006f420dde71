import { useId } from 'react'
import { classNames } from '../class-names'
import art from './art.module.css'
import { Athlete } from './Athlete'
import { Drawing } from './Drawing'
import styles from './HeroArt.module.css'
import { corners, pointList, roundedPath, shape, sideOf, type Point } from './hexagon'
import { SPRINT } from './tests/SpeedArt'

const GATE: Point = { x: 500, y: 430 }
const RING = corners(GATE, 372)
const RINGS = [300, 228, 156]
// The athlete's score shape: six shares, clockwise from the top.
const SHARES = [0.92, 0.98, 0.78, 0.62, 0.86, 0.72]
const GAP = 0.08
/** Which side of the gate is lit: the upper right one, as in the mark. */
const LIT = 0

const TRACK: Point = { x: 500, y: 824 }
const VIEW = { squash: 0.26, turn: 30 }
const LANES = [250, 310, 370, 430, 490, 550]
const lane = (radius: number) => roundedPath(corners(TRACK, radius, VIEW), 0.2)

const side = (index: number) => sideOf(RING, index, GAP, 0)

/** The poster: a sprinter through a hexagon of light, over six lanes of night track. Decorative. */
export function HeroArt({ className }: { className?: string }) {
  const id = useId()
  const form = shape(GATE, 300, SHARES)
  return (
    <Drawing className={classNames(styles.art, className)} viewBox="0 0 1000 1000">
      <defs>
        <radialGradient id={`${id}pool`}>
          <stop offset="0" className={styles.pool} />
          <stop offset="1" className={styles.clear} />
        </radialGradient>
      </defs>
      <ellipse cx="500" cy="830" rx="640" ry="190" fill={`url(#${id}pool)`} />
      <path d={LANES.map(lane).join('')} className={styles.lanes} />
      <path d={lane(280)} pathLength="100" className={styles.lapA} />
      <path d={lane(460)} pathLength="100" className={styles.lapB} />
      <path d={[1, 2, 3, 4, 5].map(side).join('')} className={styles.gate} />
      <path d={side(LIT)} className={styles.gateLit} />
      {RINGS.map((radius) => (
        <polygon key={radius} points={pointList(corners(GATE, radius))} className={styles.web} />
      ))}
      <path
        d={corners(GATE, 300)
          .map(({ x, y }) => `M500 430L${x.toFixed(0)} ${y.toFixed(0)}`)
          .join('')}
        className={styles.web}
      />
      <polygon points={pointList(form)} className={styles.form} />
      {form.map((point) => (
        <polygon key={point.x + point.y} points={pointList(corners(point, 13))} className={styles.node} />
      ))}
      <g transform="translate(108 82) scale(2.66)">
        <path
          d="M4 106H62L54 118H-4ZM-14 150H46L34 166H-26ZM12 208H50L40 220H2ZM-30 246H24L16 256H-38Z"
          className={art.rush}
        />
        <path d="M20 128H52L48 133H16ZM-6 186H40L34 194H-12Z" className={art.wake} />
        <Athlete pose={SPRINT} />
      </g>
    </Drawing>
  )
}
