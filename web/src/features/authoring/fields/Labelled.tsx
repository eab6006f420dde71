import { useId, type ReactNode } from 'react'
import { FieldError } from '../../../components/Field'
import { fieldId } from '../../../components/field-id'
import text from '../../../components/text.module.css'
import styles from './fields.module.css'

interface LabelledProps {
  /** The element's place in the item, such as `questions.0.answer`. */
  place: string
  label: string
  optional: boolean
  hint?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** Several controls that make one element, under one name. */
export function Labelled({ place, label, optional, hint, error, children }: LabelledProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ')
  return (
    <fieldset
      id={fieldId(place)}
      className={styles.labelled}
      aria-describedby={described || undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={styles.legend}>
        {label}
        {optional && <span className={text.aside}> optional</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className={text.note}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
