import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Words for a screen reader alone. With `live`, each change is read out politely. */
export function VisuallyHidden({ children, live }: { children: ReactNode; live?: boolean }) {
  return (
    <span className={styles.hidden} {...(live ? { role: 'status', 'aria-live': 'polite' as const } : {})}>
      {children}
    </span>
  )
}
