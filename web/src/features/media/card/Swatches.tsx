import { useId } from 'react'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import styles from './Swatches.module.css'
import cover from '../../../components/form/cover.module.css'
import text from '../../../components/text.module.css'
import { classNames } from '../../../components/class-names'
import type { Colour } from './templates'

interface SwatchesProps {
  colours: readonly Colour[]
  value: Colour['id']
  onChange: (index: number) => void
}

export function Swatches({ colours, value, onChange }: SwatchesProps) {
  const name = useId()
  return (
    <Stack as="fieldset" gap={3} shrink>
      <legend className={text.legend}>Colour</legend>
      <Cluster gap={[2, 4]}>
        {colours.map(({ id, name: title }, index) => (
          <label key={id} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === value}
              onChange={() => onChange(index)}
              className={classNames(styles.radio, cover.cover)}
            />
            <span className={styles.swatch} data-colour={id} aria-hidden="true" />
            <span className={styles.name}>{title}</span>
          </label>
        ))}
      </Cluster>
    </Stack>
  )
}
