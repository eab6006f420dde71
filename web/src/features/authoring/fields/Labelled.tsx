import { useId, type ReactNode } from 'react'
import { described, FieldError } from '../../../components/form/Field'
import { fieldId } from '../../../components/form/field-id'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import type { FieldProps } from './field'
import styles from './fields.module.css'

interface LabelledProps extends Pick<FieldProps, 'spec' | 'place'> {
  /** By default the help of the element. */
  hint?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** Several controls for one element, with a common label. */
export function Labelled({ spec, place, hint = spec.help, error, children }: LabelledProps) {
  const id = useId()
  return (
    <Stack
      as="fieldset"
      gap={3}
      shrink
      id={fieldId(place)}
      className={styles.labelled}
      aria-describedby={described(id, { hint, error })['aria-describedby']}
      data-invalid={error ? true : undefined}
    >
      <legend className={text.legend}>
        {spec.label}
        {!spec.required && <span className={text.aside}> optional</span>}
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
