import type { ReactNode } from 'react'
import { detailsOf } from '../../api/refusal'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { Notice } from '../../components/feedback/Notice'
import { ErrorNotice } from '../../state/ErrorNotice'
import { ItemLinks } from './ItemLinks'
import { changedOf } from './refusals'

interface RemovalDialogProps {
  title: string
  yes: string
  no: string
  busy: boolean
  /** Why the last try was refused. */
  error: unknown
  onYes: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is taken away. Once that was refused, it says what prevents it. */
export function RemovalDialog({ title, yes, no, busy, error, onYes, onClose, children }: RemovalDialogProps) {
  const users = detailsOf(error, 'CONTENT_IN_USE')?.usedBy
  const changed = changedOf(error)
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={title}
      actions={
        users || changed ? (
          <Button onClick={onClose}>All right</Button>
        ) : (
          <>
            <Button variant="danger" busy={busy} onClick={onYes}>
              {yes}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              {no}
            </Button>
          </>
        )
      }
    >
      {users ? (
        <Notice tone="problem" role="alert" title="It is still in use">
          <p>Take it out of these first:</p>
          <ItemLinks items={users} />
        </Notice>
      ) : changed ? (
        <Notice
          tone="problem"
          role="alert"
          title={`${changed.savedBy ?? 'Somebody else'} has just saved this`}
        >
          Nothing was taken away. Look at the new version first.
        </Notice>
      ) : error ? (
        <ErrorNotice error={error} />
      ) : (
        children
      )}
    </Dialog>
  )
}
