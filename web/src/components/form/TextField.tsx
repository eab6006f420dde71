import { useEffect, useRef, useState, type ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names'
import { described, FieldFrame, type FieldBase } from './Field'
import styles from './Field.module.css'
import { useFieldId } from './field-id'
import { Icon } from '../graphics/Icon'

export interface TextFieldProps extends ComponentPropsWithRef<'input'>, FieldBase {}

/** A single-line field. A password can be shown. */
export function TextField({
  label,
  hint,
  error,
  optional,
  className,
  id,
  type = 'text',
  ref,
  ...rest
}: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const own = useFieldId(id, rest.name)
  const secret = type === 'password'
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // React copies the value into the attribute too, where a password does not belong.
    if (secret) box.current?.removeAttribute('value')
  })
  const input = (
    <input
      ref={secret ? box : ref}
      {...described(own, { hint, error })}
      {...rest}
      id={own}
      type={secret && shown ? 'text' : type}
      // A search is never required.
      aria-required={(!optional && type !== 'search') || undefined}
      className={classNames(styles.input, className)}
    />
  )
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error} optional={optional}>
      {secret ? (
        <div className={styles.secret}>
          {input}
          <button
            type="button"
            className={styles.reveal}
            aria-pressed={shown}
            aria-controls={own}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} label="Show password" />
          </button>
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  )
}

export interface TextAreaProps extends ComponentPropsWithRef<'textarea'>, FieldBase {}

export function TextArea({ label, hint, error, optional, className, id, ...rest }: TextAreaProps) {
  const own = useFieldId(id, rest.name)
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        {...described(own, { hint, error })}
        {...rest}
        id={own}
        aria-required={!optional || undefined}
        className={classNames(styles.input, styles.area, className)}
      />
    </FieldFrame>
  )
}
