import type { ReactNode } from 'react'
import styles from '../../../components/layout/Kicker.module.css'

export function Kicker({ children }: { children: ReactNode }) {
  return <p className={styles.kicker}>{children}</p>
}
