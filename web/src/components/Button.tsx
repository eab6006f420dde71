import type { ComponentPropsWithRef, MouseEvent } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names'
import { VisuallyHidden } from './layout/VisuallyHidden'

interface Look {
  /** One `primary` per screen: the most important action. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'normal' | 'large'
  /** As wide as its container. */
  wide?: boolean
}

export interface ButtonProps extends ComponentPropsWithRef<'button'>, Look {
  /** In progress: it stays in place, keeps the focus, and ignores further presses. */
  busy?: boolean
}

const look = ({ variant = 'primary', size, wide }: Look) =>
  classNames(styles.button, styles[variant], size === 'large' && styles.large, wide && styles.wide)

/** A button. `type` is `button` by default. */
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

/** A link that looks like a button. The shell turns clicks on our own addresses into page changes. */
export function LinkButton({ variant, size, wide, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={classNames(look({ variant, size, wide }), className)} />
}
