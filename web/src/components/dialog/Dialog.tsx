import { useId, useRef, type ReactNode } from 'react'
import { classNames } from '../class-names'
import styles from './Dialog.module.css'
import { Icon } from '../graphics/Icon'
import text from '../text.module.css'
import { useModal } from './use-modal'

/** Fields whose text a press beside the dialog would throw away. */
const TYPED = 'textarea, input:not([type=search], [type=radio], [type=checkbox])'

export interface DialogProps {
  open: boolean
  /**
   * Called on Escape, the cross, and a press outside if there is no field to type into; omit if an answer is required.
   */
  onClose?: () => void
  title: ReactNode
  /** The buttons at its foot. */
  actions?: ReactNode
  /** `sheet`: at the edge of the window and as high, for details of a list beside it. */
  size?: 'normal' | 'wide' | 'sheet'
  /** For a warning that must be read first. */
  role?: 'dialog' | 'alertdialog'
  className?: string
  children?: ReactNode
}

/** A modal dialog: the page behind is inert, the focus moves in and returns. */
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
  // The text first, then the controls in order; if there is only a field to fill in, that field.
  useModal(box, open, heading)
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
        if (event.target === event.currentTarget && !event.currentTarget.querySelector(TYPED)) onClose?.()
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className={classNames(text.h3, text.snug, text.anywhere)}
          >
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
