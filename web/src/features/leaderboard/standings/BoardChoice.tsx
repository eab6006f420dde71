import { useId, type ReactNode } from 'react'
import { classNames } from '../../../components/class-names'
import { Icon } from '../../../components/graphics/Icon'
import box from '../../../components/layout/box.module.css'
import hidden from '../../../components/layout/VisuallyHidden.module.css'
import styles from './BoardChoice.module.css'

interface BoardChoiceProps {
  /** For screen readers: what is chosen says it to everybody else. */
  label: string
  value: string | number
  onChange: (value: string) => void
  children: ReactNode
}

export function BoardChoice({ label, value, onChange, children }: BoardChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label htmlFor={id} className={hidden.hidden}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(styles.select, box.control)}
      >
        {children}
      </select>
      <Icon name="chevronDown" small className={styles.arrow} />
    </div>
  )
}
