import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import { Drawing } from './Drawing'
import styles from './art.module.css'
import { corners, sideOf } from './hexagon'

const RING = corners({ x: 160, y: 152 }, 138)
const GAP = 0.07

const side = (index: number) => sideOf(RING, index, GAP)

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
    <Drawing className={classNames(styles.test, className)} viewBox="12 22 296 296">
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
    </Drawing>
  )
}
