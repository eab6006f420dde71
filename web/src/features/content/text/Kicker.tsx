import type { ReactNode } from 'react'
import styles from './Kicker.module.css'

/** The line above a headline. */
export function Kicker({ children }: { children: ReactNode }) {
  return <p className={styles.kicker}>{children}</p>
}
