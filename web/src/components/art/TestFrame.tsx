import type { ReactNode } from 'react'
import styles from './art.module.css'
import { corners, type Point } from './hexagon'

const RING = corners({ x: 160, y: 152 }, 138)
const GAP = 0.07

const between = (from: Point, to: Point, share: number) =>
  `${(from.x + (to.x - from.x) * share).toFixed(1)} ${(from.y + (to.y - from.y) * share).toFixed(1)}`

/** The side of the ring from one corner to the next. */
const side = (index: number) => {
  const from = RING[index % 6] ?? { x: 0, y: 0 }
  const to = RING[(index + 1) % 6] ?? from
  return `M${between(from, to, GAP)}L${between(from, to, 1 - GAP)}`
}

interface TestFrameProps {
  /** Which side of the ring is lit, 0 to 5 clockwise from the upper right one. */
  lit: number
  children: ReactNode
  className?: string | undefined
}

/**
 * The shared frame of the six drawings, 320 × 320: the mark's ring behind, six lanes of floor, the athlete between.
 * Decorative.
 */
export function TestFrame({ lit, children, className }: TestFrameProps) {
  return (
    <svg
      className={className ? `${styles.test} ${className}` : styles.test}
      viewBox="12 22 296 296"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={[0, 1, 2, 3, 4, 5]
          .filter((index) => index !== lit)
          .map(side)
          .join('')}
        className={styles.ring}
      />
      <path d={side(lit)} className={styles.ringLit} />
      <path d="M34 284H286L316 312H4Z" className={styles.floor} />
      <path
        d="M76 284 54 312M118 284 106 312M160 284V312M202 284 214 312M244 284 266 312"
        className={styles.lane}
      />
      {children}
    </svg>
  )
}
