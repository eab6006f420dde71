import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import styles from './BoardTable.module.css'

/** The head of a table's places. */
export function PlaceHead() {
  return (
    <th scope="col" className={styles.position}>
      <span aria-hidden="true">#</span>
      <VisuallyHidden>Place</VisuallyHidden>
    </th>
  )
}

interface PlaceProps {
  position: number
  shared: boolean
  /** Drawn behind the place. */
  children?: ReactNode
}

/** The cell of a place: `3`, or `3=` if it is shared. */
export function Place({ position, shared, children }: PlaceProps) {
  return (
    <td className={styles.position}>
      {children}
      {position}
      {shared && (
        <>
          <span aria-hidden="true" className={styles.shared}>
            =
          </span>
          <VisuallyHidden> shared</VisuallyHidden>
        </>
      )}
    </td>
  )
}
