import type { ReactNode } from 'react'
import styles from './art.module.css'

/** The shared grid of the six test drawings: 240 × 240, floor at 212, limbs 17 wide, kit 5 wide. Decorative. */
export function TestFrame({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <svg
      className={className ? `${styles.test} ${className}` : styles.test}
      viewBox="0 0 240 240"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}
