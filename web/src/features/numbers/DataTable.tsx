import { classNames } from '../../components/class-names'
import styles from './DataTable.module.css'

interface Column {
  label: string
  /** Aligned to the end, in figures of equal width. */
  number?: boolean
}

interface DataTableProps {
  /** The table's label, for screen readers and for the region that scrolls. */
  caption: string
  columns: readonly Column[]
  /** One text for each column; the first names its row. */
  rows: readonly (readonly string[])[]
}

/** The numbers of a chart; a long table scrolls beside it. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ label, number }) => (
              <th key={label} scope="col" className={classNames(number && styles.number)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td
                  key={columns[index + 1]?.label}
                  className={classNames(columns[index + 1]?.number && styles.number)}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
