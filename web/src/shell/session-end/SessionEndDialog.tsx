import type { Session } from '../../auth/session'
import { Dialog } from '../../components/dialog/Dialog'
import { SessionEndClock } from './SessionEndClock'
import { SessionEndForm } from './SessionEndForm'

/** The warning of the last five minutes, with signing in again in place. */
export function SessionEndDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} role="alertdialog" title="Into the last five minutes">
      <SessionEndClock stamp={session.stamp} />
      <p>We sign you out after 58 minutes. Sign in again here and play on: what you typed stays as it is.</p>
      <SessionEndForm email={session.user.email ?? ''} />
    </Dialog>
  )
}
