import { type ComponentPropsWithRef, type ReactNode } from 'react'
import { classNames } from '../class-names'
import { described, FieldError } from './Field'
import styles from './Field.module.css'
import { useFieldId } from './field-id'
import text from '../text.module.css'

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Without the frame around it. */
  bare?: boolean
}

function Tick({
  kind,
  label,
  hint,
  error,
  bare,
  className,
  id,
  ...rest
}: CheckboxProps & { kind: 'box' | 'switch' }) {
  const own = useFieldId(id, rest.name)
  return (
    <div className={classNames(styles.field, className)}>
      <label
        className={classNames(styles.choice, bare && styles.bare)}
        data-invalid={error ? true : undefined}
      >
        <input
          {...described(own, { hint, error })}
          {...rest}
          id={own}
          type="checkbox"
          {...(kind === 'switch' ? { role: 'switch' } : {})}
          className={kind === 'switch' ? styles.switch : classNames(styles.mark, styles.box)}
        />
        <span className={styles.choiceText}>
          <span>{label}</span>
          {hint && (
            <span id={`${own}-hint`} className={text.note}>
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError id={`${own}-error`}>{error}</FieldError>
    </div>
  )
}

/** Takes effect when the form is sent. */
export function Checkbox(props: CheckboxProps) {
  return <Tick {...props} kind="box" />
}

/** Takes effect at once. */
export function Switch(props: CheckboxProps) {
  return <Tick {...props} kind="switch" />
}
