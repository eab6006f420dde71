import { classNames } from '../class-names'
import { Drawing } from './Drawing'
import { corners, pointList, sideOf } from './hexagon'
import styles from './HexagonMark.module.css'

const POINTS = corners({ x: 50, y: 50 }, 42)
const CORE = corners({ x: 50, y: 50 }, 18)
// Each side stops short of its corners, so that six strokes make the ring.
const GAP = 0.14
// The side that is lit: the upper right one.
const LIT = 0

/** The mark: six strokes form a hexagon around a core, one of them lit. Decorative; the name is beside it. */
export function HexagonMark({ className }: { className?: string }) {
  return (
    <Drawing className={classNames(styles.mark, className)} viewBox="0 0 100 100">
      {POINTS.map((_, index) => (
        <path
          key={index}
          d={sideOf(POINTS, index, GAP)}
          className={index === LIT ? styles.lit : styles.side}
        />
      ))}
      <polygon points={pointList(CORE)} className={styles.core} />
    </Drawing>
  )
}
