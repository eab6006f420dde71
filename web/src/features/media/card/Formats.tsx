import { useId } from 'react'
import { classNames } from '../../../components/class-names'
import cover from '../../../components/form/cover.module.css'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import styles from './Formats.module.css'
import { FORMATS, type Format } from './formats'

interface FormatsProps {
  value: Format
  onChange: (format: Format) => void
}

export function Formats({ value, onChange }: FormatsProps) {
  const name = useId()
  return (
    <Stack as="fieldset" gap={3} shrink>
      <legend className={text.legend}>Format</legend>
      <Cluster gap={2}>
        {FORMATS.map((format) => (
          <label key={format.id} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={format.id}
              checked={format.id === value.id}
              onChange={() => onChange(format)}
              className={classNames(styles.radio, cover.cover)}
            />
            <span className={styles.room} aria-hidden="true">
              <span className={styles.shape} data-format={format.id} />
            </span>
            <span>
              {format.name} <span className={text.noteFigures}>{format.ratio}</span>
            </span>
          </label>
        ))}
      </Cluster>
    </Stack>
  )
}
