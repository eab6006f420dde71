import { Cluster } from '../../../components/layout/Cluster'
import { classNames } from '../../../components/class-names'
import text from '../../../components/text.module.css'
import styles from './Charts.module.css'

interface ReadoutProps {
  /** The column pointed at; null if none is. */
  title: string | null
  values: readonly { name: string; value: string }[]
}

/** The numbers of the column pointed at. Without a pointer, they are in the table. */
export function Readout({ title, values }: ReadoutProps) {
  return (
    <Cluster as="p" gap={[0, 4]} className={classNames(styles.readout, text.noteFigures)} aria-hidden="true">
      {title && (
        <>
          <strong>{title}</strong>
          {values.map(({ name, value }) => (
            <span key={name}>
              {name} {value}
            </span>
          ))}
        </>
      )}
    </Cluster>
  )
}
