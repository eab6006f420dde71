import { corners, pointList, type Point } from './hexagon'
import styles from './HexagonMark.module.css'

const POINTS = corners({ x: 50, y: 50 }, 42)
const CORE = corners({ x: 50, y: 50 }, 18)
// Each side stops short of its corners, so that six strokes make the ring.
const GAP = 0.14
// The side that is lit: the upper right one.
const LIT = 0

const between = (from: Point, to: Point, share: number) =>
  `${(from.x + (to.x - from.x) * share).toFixed(1)} ${(from.y + (to.y - from.y) * share).toFixed(1)}`

/** The mark: six strokes form a hexagon around a core, one of them lit. Decorative; the name is beside it. */
export function HexagonMark({ className }: { className?: string }) {
  return (
    <svg
      className={className ? `${styles.mark} ${className}` : styles.mark}
      viewBox="0 0 100 100"
      aria-hidden="true"
      focusable="false"
    >
      {POINTS.map((from, index) => {
        const to = POINTS[(index + 1) % POINTS.length] ?? from
        return (
          <path
            key={index}
            d={`M${between(from, to, GAP)}L${between(from, to, 1 - GAP)}`}
            className={index === LIT ? styles.lit : styles.side}
          />
        )
      })}
      <polygon points={pointList(CORE)} className={styles.core} />
    </svg>
  )
}
