import type { ReactNode } from 'react'
import { classNames } from './class-names'
import styles from './Page.module.css'

/** Children one under the other. */
export function Stack({
  gap = 'normal',
  className,
  children,
}: {
  gap?: 'tight' | 'normal' | 'loose'
  className?: string
  children: ReactNode
}) {
  return <div className={classNames(styles.stack, styles[gap], className)}>{children}</div>
}
