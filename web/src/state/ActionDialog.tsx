import { useRef, useState, type ReactNode } from 'react'
import { Button, type ButtonProps } from '../components/Button'
import { Dialog, type DialogProps } from '../components/dialog/Dialog'
import { focusAfter } from '../components/focus-after'
import { ErrorNotice } from './ErrorNotice'
import type { Operation } from './use-operation'

interface ActionDialogProps
  extends
    Omit<DialogProps, 'open' | 'actions' | 'onClose' | 'size'>,
    Pick<ButtonProps, 'variant' | 'busy' | 'disabled'> {
  open?: boolean
  width?: DialogProps['size']
  /** What it does. */
  yes: ReactNode
  onYes: () => void
  /** What leaving it means. */
  no: ReactNode
  onClose: () => void
  /** The write behind `yes`: why it failed is said at the foot. */
  operation?: Pick<Operation<never, unknown>, 'status' | 'error' | 'reset'>
  /** Buttons for a tablet or a desk on stage. */
  large?: boolean
  /** How the button that leaves it looks. */
  noVariant?: ButtonProps['variant']
}

/** A dialog with one thing to do and the way out of it. */
export function ActionDialog({
  open = true,
  width,
  yes,
  onYes,
  no,
  onClose,
  variant,
  operation,
  busy = operation?.status === 'loading',
  disabled,
  large,
  noVariant = large ? 'secondary' : 'quiet',
  children,
  ...rest
}: ActionDialogProps) {
  const size = large ? 'large' : 'normal'
  const button = useRef<HTMLButtonElement>(null)
  // A field that is not right yet takes the focus, so that its error is read out; a summary of several takes it itself.
  const press = () => {
    const before = document.activeElement
    focusAfter(onYes, () =>
      document.activeElement === before
        ? button.current?.closest('dialog')?.querySelector<HTMLElement>('[aria-invalid="true"]')
        : null,
    )
  }
  // What was read here need not be said again by a page that shows the failures of this operation too.
  const leave = () => {
    if (operation?.error) operation.reset()
    onClose()
  }
  return (
    <Dialog
      {...rest}
      open={open}
      size={width}
      onClose={leave}
      actions={
        <>
          <Button ref={button} variant={variant} size={size} busy={busy} disabled={disabled} onClick={press}>
            {yes}
          </Button>
          <Button variant={noVariant} size={size} onClick={leave}>
            {no}
          </Button>
        </>
      }
    >
      {children}
      <Failure error={operation?.error} />
    </Dialog>
  )
}

/** Why the write failed since the dialog was opened: one that was left while it was under way may have failed meanwhile. */
function Failure({ error }: { error: unknown }) {
  const [old] = useState(error)
  return <ErrorNotice error={error === old ? null : error} />
}
