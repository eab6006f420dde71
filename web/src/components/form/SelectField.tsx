import { type ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names'
import { described, FieldFrame, type FieldBase } from './Field'
import styles from './Field.module.css'
import { useFieldId } from './field-id'
import { Icon } from '../graphics/Icon'

export interface Choice<V extends string = string> {
  value: V
  label: string
  hint?: string
  disabled?: boolean
}

export interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'children'>, FieldBase {
  options: readonly Choice[]
  /** The empty first option; without it the first option is selected. */
  placeholder?: string
  /** Low and without a visible label, for a row of controls: what is chosen says which choice it is. */
  slim?: boolean
}

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, options, placeholder, slim, className, id, ...rest } = props
  const own = useFieldId(id, rest.name)
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error} optional={optional} hideLabel={slim}>
      <div className={classNames(styles.select, slim && styles.slim)}>
        <select
          {...described(own, { hint, error })}
          {...rest}
          id={own}
          aria-required={!(optional || slim) || undefined}
          className={classNames(styles.input, className)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" small className={styles.arrow} />
      </div>
    </FieldFrame>
  )
}
