import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classNames } from './class-names'
import styles from './Dialog.module.css'
import { Icon } from './Icon'
import text from './text.module.css'

export interface DialogProps {
  open: boolean
  /** Escape, the cross and a press beside it; leave out when an answer is a must. */
  onClose?: () => void
  title: ReactNode
  /** The buttons at its foot. */
  actions?: ReactNode
  /** `sheet`: along the window's end, as high as the window, for what belongs to a list beside it. */
  size?: 'normal' | 'wide' | 'sheet'
  /** For a question that must be read before anything is lost. */
  role?: 'dialog' | 'alertdialog'
  className?: string
  children?: ReactNode
}

/** A modal: the page behind is inert, the focus goes in and comes back. */
export function Dialog({
  open,
  onClose,
  title,
  actions,
  size,
  role = 'dialog',
  className,
  children,
}: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = box.current
    if (!dialog || !open) return
    const before = document.activeElement
    dialog.showModal()
    // The words first, then its controls in their order; where there is nothing but a field to fill in, the field.
    const first = dialog.querySelector<HTMLElement>('[data-first-focus]') ?? heading.current
    first?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open])
  if (!open) return null
  return (
    <dialog
      ref={box}
      role={role}
      aria-labelledby={titleId}
      className={classNames(
        styles.dialog,
        size === 'wide' && styles.wide,
        size === 'sheet' && styles.sheet,
        className,
      )}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose?.()
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={titleId} ref={heading} tabIndex={-1} className={classNames(text.h3, text.snug)}>
            {title}
          </h2>
          {onClose && (
            <button type="button" className={styles.close} onClick={onClose}>
              <Icon name="close" label="Close" />
            </button>
          )}
        </div>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
