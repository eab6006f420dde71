import type { Session } from '../../auth/session'
import { Dialog } from '../../components/dialog/Dialog'
import styles from './SessionEnd.module.css'
import { SessionEndClock } from './SessionEndClock'
import { SessionEndForm } from './SessionEndForm'

interface SessionEndDialogProps {
  session: Session
  /** It has ended, and the page waits. */
  lost: boolean
  onClose: () => void
}

/** The warning of the last five minutes, or the word that the session has ended, with signing in again in place. */
export function SessionEndDialog({ session, lost, onClose }: SessionEndDialogProps) {
  return (
    <Dialog
      open
      onClose={lost ? undefined : onClose}
      role="alertdialog"
      title={lost ? 'You have been signed out' : 'Into the last five minutes'}
      className={lost ? styles.lost : undefined}
    >
      {!lost && <SessionEndClock stamp={session.stamp} />}
      <p>
        {lost
          ? 'Sign in again here and play on. This page, and what you typed, is still here.'
          : 'We sign you out after 58 minutes. Sign in again here and play on: what you typed stays as it is.'}
      </p>
      <SessionEndForm email={session.user.email ?? ''} lost={lost} />
    </Dialog>
  )
}
