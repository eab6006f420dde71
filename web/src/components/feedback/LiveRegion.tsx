import type { ReactNode } from 'react'
import styles from './LiveRegion.module.css'

/**
 * Where words appear later, announced politely. It has to be there before them: a screen reader says nothing of a region
 * that comes with its words. It has no box of its own, so that it takes no room while it is empty.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles.region}>
      {children}
    </div>
  )
}
