import { ScrolledTable } from '../../components/table/ScrolledTable'
import styles from './DataTable.module.css'

interface DataTableProps {
  /** The table's label, for screen readers and for the region that scrolls. */
  caption: string
  /** The first names the rows, the others are numbers. */
  columns: readonly string[]
  /** One text for each column. */
  rows: readonly (readonly string[])[]
}

/** The numbers of a chart; a long table scrolls beside it. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <ScrolledTable caption={caption} columns={columns} className={styles.table}>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  )
}
