import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import { Table } from './Table'
import styles from './ScrolledTable.module.css'

interface ScrolledTableProps {
  /** The label, for screen readers, of the table and of the region that scrolls. */
  caption: string
  /** The first names the rows, the others are numbers. */
  columns: readonly string[]
  /** At its full height; then only what is too wide for its box scrolls. */
  whole?: boolean
  className?: string | undefined
  /** One `tbody` or more. */
  children: ReactNode
}

/** A long table of numbers in a box of its own: it scrolls below its head, by keyboard too. */
export function ScrolledTable({ caption, columns, whole, className, children }: ScrolledTableProps) {
  return (
    <div
      className={classNames(styles.scroll, whole && styles.whole)}
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <Table caption={caption} columns={columns} className={classNames(styles.table, className)}>
        {children}
      </Table>
    </div>
  )
}
