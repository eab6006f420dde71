import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for screen readers only. With `live`, each change is announced politely. */
export function VisuallyHidden({ children, live }: { children: ReactNode; live?: boolean }) {
  return (
    <span className={styles.hidden} {...(live ? { role: 'status', 'aria-live': 'polite' as const } : {})}>
      {children}
    </span>
  )
}
