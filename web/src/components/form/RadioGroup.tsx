import { type ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names'
import { Cluster } from '../layout/Cluster'
import { Stack } from '../layout/Stack'
import { described, FieldError, type FieldBase } from './Field'
import styles from './Field.module.css'
import { useFieldId } from './field-id'
import type { Choice } from './SelectField'
import text from '../text.module.css'

export interface RadioGroupProps extends Omit<ComponentPropsWithRef<'input'>, 'value' | 'type'>, FieldBase {
  name: string
  options: readonly Choice[]
  value?: string
  /** Side by side if there is room: for short answers such as yes and no. */
  inline?: boolean
}

/** One choice of a few. Props not named here are passed to every radio. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, hint, error, optional, options, value, inline, className, id, ...rest } = props
  const own = useFieldId(id, rest.name)
  const Choices = inline ? Cluster : Stack
  return (
    <fieldset
      id={own}
      role="radiogroup"
      className={classNames(styles.group, className)}
      {...described(own, { hint, error })}
      aria-required={!optional || undefined}
    >
      <legend className={text.legend}>
        {label}
        {optional && <span className={text.aside}> optional</span>}
      </legend>
      {hint && (
        <p id={`${own}-hint`} className={text.note}>
          {hint}
        </p>
      )}
      <Choices gap={2}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice} data-invalid={error ? true : undefined}>
            <input
              {...rest}
              type="radio"
              value={option.value}
              disabled={option.disabled ?? rest.disabled}
              className={classNames(styles.mark, styles.dot)}
              {...(value !== undefined ? { checked: value === option.value } : {})}
            />
            <span className={styles.choiceText}>
              <span>{option.label}</span>
              {option.hint && <span className={text.note}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </Choices>
      <FieldError id={`${own}-error`}>{error}</FieldError>
    </fieldset>
  )
}
