import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../auth/SessionProvider'
import { Button } from '../components/Button'
import { Dialog } from '../components/dialog/Dialog'

interface LeaveDialogProps {
  /** Whether something would be lost, asked as the page is left. */
  unsaved: () => boolean
  /** What happens to the changes. */
  children: ReactNode
}

/** Asks before a form with unsaved changes is left for another page or another view. */
export function LeaveDialog({ unsaved, children }: LeaveDialogProps) {
  // At the end of a session the page has to close.
  const { status } = useSession()
  const blocker = useBlocker({
    shouldBlockFn: unsaved,
    enableBeforeUnload: () => unsaved() && status === 'authenticated',
    withResolver: true,
  })
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      role="alertdialog"
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      actions={
        <>
          <Button onClick={() => blocker.reset?.()}>Stay here</Button>
          <Button variant="quiet" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
