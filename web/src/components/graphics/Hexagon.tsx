import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import styles from './Hexagon.module.css'

/** A filled hexagon around a number or an icon. */
export function HexagonBadge({ children }: { children: ReactNode }) {
  return <span className={styles.badge}>{children}</span>
}

export function Logo({ title, src, className }: { title: string; src?: string | null; className?: string }) {
  return (
    <span className={classNames(styles.logo, className)}>
      {src ? (
        <img src={src} alt="" className={styles.image} />
      ) : (
        <svg viewBox="0 0 32 32" className={styles.mark} aria-hidden="true" focusable="false">
          <path
            d="M16 2.500 27.700 9.250v13.500L16 29.500 4.300 22.750V9.250z"
            pathLength="60"
            className={styles.ring}
          />
          <path d="M16 2.500 27.700 9.250" className={styles.lit} />
          <path d="M16 10.200 21 13.100v5.800L16 21.800 11 18.900v-5.800z" className={styles.core} />
        </svg>
      )}
      <span className={styles.name}>{title}</span>
    </span>
  )
}
