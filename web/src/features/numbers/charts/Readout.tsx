import styles from './Charts.module.css'

interface ReadoutProps {
  /** What is pointed at; null while nothing is. */
  title: string | null
  values: readonly { name: string; value: string }[]
}

/** The numbers of the column that is pointed at. Who does not point reads them in the table. */
export function Readout({ title, values }: ReadoutProps) {
  return (
    <p className={styles.readout} aria-hidden="true">
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
    </p>
  )
}
