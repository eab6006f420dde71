import type { ReactNode } from 'react'
import hidden from '../layout/VisuallyHidden.module.css'
import styles from './Field.module.css'
import { Icon } from '../graphics/Icon'
import text from '../text.module.css'

export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className={styles.error}>
      <Icon name="alert" small />
      <span>{children}</span>
    </p>
  )
}

/** Common to all fields. `hint` is shown before input, `error` after; both are read with the field. */
export interface FieldBase {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Adds "optional" to the label; fields are required by default. */
  optional?: boolean
}

interface FieldFrameProps extends FieldBase {
  id: string
  /** Leaves the label to screen readers. */
  hideLabel?: boolean
  children: ReactNode
}

/** Label above, hint, the control, then its error. */
export function FieldFrame({ id, label, hideLabel, hint, error, optional, children }: FieldFrameProps) {
  return (
    <div className={styles.field} data-invalid={error ? true : undefined}>
      <label htmlFor={id} className={hideLabel ? hidden.hidden : text.strong}>
        {label}
        {optional && <span className={text.aside}> optional</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={text.note}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** The aria attributes that tie a control to its hint and error. */
export function described(id: string, { hint, error }: Pick<FieldBase, 'hint' | 'error'>) {
  const ids = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined }
}
