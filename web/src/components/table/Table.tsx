import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import hidden from '../layout/VisuallyHidden.module.css'
import styles from './Table.module.css'

/** The head of a column; a string is just a label. */
type Column = string | { label: ReactNode; className?: string | undefined }

interface TableProps {
  /**
   * `rows` is a table of a staff area, whose rows are cards on a phone; `versions` shows two versions side by side and
   * marks the rows with `data-differs="true"`; `lined` is a table of an athlete's page, without a frame of its own.
   */
  look?: 'rows' | 'versions' | 'lined'
  /** What the table contains; only for screen readers unless it has a class. */
  caption?: ReactNode
  captionClass?: string | undefined
  columns: readonly Column[]
  className?: string | undefined
  /** One `tbody` or more. */
  children: ReactNode
}

export function Table({ look, caption, captionClass, columns, className, children }: TableProps) {
  return (
    <table className={classNames(look && styles[look], className)}>
      {caption && <caption className={captionClass ?? hidden.hidden}>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column, index) => {
            const { label, className: name } = typeof column === 'string' ? { label: column } : column
            return (
              <th key={index} scope="col" className={name}>
                {label}
              </th>
            )
          })}
        </tr>
      </thead>
      {children}
    </table>
  )
}
