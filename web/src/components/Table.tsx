import type { ReactNode } from 'react'
import { classNames } from './class-names'
import styles from './Table.module.css'

/** The head of a column; a string is a label alone. */
export type Column = string | { label: ReactNode; className?: string | undefined }

interface TableProps {
  /**
   * `rows` is a table of a staff area, whose rows are cards on a phone; `versions` holds two versions of one thing side
   * by side and marks the rows with `data-differs="true"`.
   */
  look?: 'rows' | 'versions'
  /** What the table holds; drawn for screen readers alone unless it has a class. */
  caption?: ReactNode
  captionClass?: string | undefined
  columns: readonly Column[]
  className?: string | undefined
  /** One `tbody` or more. */
  children: ReactNode
}

/** A table with the heads of its columns. */
export function Table({ look, caption, captionClass, columns, className, children }: TableProps) {
  return (
    <table className={classNames(look && styles[look], className)}>
      {caption && <caption className={captionClass ?? styles.caption}>{caption}</caption>}
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
