import { useId, type ReactNode } from 'react'
import { FieldError } from '../../../components/form/Field'
import { fieldId } from '../../../components/form/field-id'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import styles from './fields.module.css'

interface LabelledProps {
  /** The element's path in the item, such as `questions.0.answer`. */
  place: string
  label: string
  optional: boolean
  hint?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** Several controls for one element, with a common label. */
export function Labelled({ place, label, optional, hint, error, children }: LabelledProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ')
  return (
    <Stack
      as="fieldset"
      gap={3}
      shrink
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
    </Stack>
  )
}
