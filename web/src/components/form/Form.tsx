import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Button, type ButtonProps } from '../Button'
import { classNames } from '../class-names'
import { Cluster } from '../layout/Cluster'
import styles from './Form.module.css'
import { FormSummary, type FormProblem } from './FormSummary'
import { suppressEnter } from './suppress-enter'

export interface FormProps extends ComponentPropsWithRef<'form'> {
  /** Summarised at the top; the same sentences are beside their fields. */
  problems?: readonly FormProblem[]
  /** Increase it with every failed attempt, so that the summary takes the focus again. */
  attempt?: number
}

/** A form: errors at the top, fields in one column, no browser bubbles, Enter suppressed in single-line fields. */
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

/** The buttons below a form: the primary action first, then the one that leaves it. */
export function FormActions({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <Cluster gap={3} align="center" {...rest} className={classNames(styles.actions, className)} />
}

interface FormButtonsProps extends Pick<ButtonProps, 'variant' | 'size' | 'busy' | 'disabled'> {
  submit: ReactNode
  /** The label of the button that leaves the form; without `onLeave` there is none. */
  leave?: string
  onLeave?: (() => void) | undefined
  /** Other actions. */
  children?: ReactNode
}

/** The button that sends a form, and the one that leaves it. */
export function FormButtons({ submit, leave = 'Cancel', onLeave, children, ...button }: FormButtonsProps) {
  return (
    <FormActions>
      <Button type="submit" {...button}>
        {submit}
      </Button>
      {onLeave && (
        <Button variant="quiet" onClick={onLeave}>
          {leave}
        </Button>
      )}
      {children}
    </FormActions>
  )
}
