import type { ComponentPropsWithRef, MouseEvent } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names'
import { VisuallyHidden } from './VisuallyHidden'

interface Look {
  /** One `primary` a screen: what matters most on it. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'normal' | 'large'
  /** As wide as its container. */
  wide?: boolean
}

export interface ButtonProps extends ComponentPropsWithRef<'button'>, Look {
  /** Its work is under way: it stays where it is and keeps the focus, and further presses do nothing. */
  busy?: boolean
}

const look = ({ variant = 'primary', size, wide }: Look) =>
  classNames(styles.button, styles[variant], size === 'large' && styles.large, wide && styles.wide)

/** A button. `type` is `button` unless said. */
export function Button({
  variant,
  size,
  wide,
  busy,
  className,
  children,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      onClick={press}
      aria-disabled={busy || rest['aria-disabled']}
      className={classNames(look({ variant, size, wide }), busy && styles.busy, className)}
    >
      {children}
      {busy && <VisuallyHidden live>Working</VisuallyHidden>}
    </button>
  )
}

export interface LinkButtonProps extends ComponentPropsWithRef<'a'>, Look {
  href: string
}

/** A link that looks like a button. The shell turns presses on our own addresses into page changes. */
export function LinkButton({ variant, size, wide, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={classNames(look({ variant, size, wide }), className)} />
}
