import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names'
import styles from './Form.module.css'
import { FormSummary, type FormProblem } from './FormSummary'
import { suppressEnter } from './suppress-enter'

export interface FormProps extends ComponentPropsWithRef<'form'> {
  /** Summed up on top; the same sentences stand beside their fields. */
  problems?: readonly FormProblem[]
  /** Raise it with every failed attempt, so that the summary takes the focus again. */
  attempt?: number
}

/** A form: errors on top, fields in one column, no browser bubbles, Enter suppressed in single-line fields. */
export function Form({ problems = [], attempt, className, children, onKeyDown, ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      className={classNames(styles.form, className)}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        suppressEnter(event)
      }}
    >
      <FormSummary problems={problems} attempt={attempt} />
      {children}
    </form>
  )
}

/** The buttons under a form: the primary action first, then the way back. */
export function FormActions({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={classNames(styles.actions, className)} />
}
