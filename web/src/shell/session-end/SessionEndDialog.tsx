import type { Session } from '../../auth/session'
import { Dialog } from '../../components/dialog/Dialog'
import styles from './SessionEnd.module.css'
import { SessionEndClock } from './SessionEndClock'
import { SessionEndForm } from './SessionEndForm'

interface SessionEndDialogProps {
  session: Session
  why: keyof typeof WORDS
  onClose: () => void
}

const WORDS = {
  /** It has ended, and the page waits. */
  lost: {
    title: 'You have been signed out',
    lead: 'Sign in again here and play on. This page, and what you typed, is still here.',
  },
  /** A call needs a sign-in that is only minutes old. */
  asked: {
    title: 'Show us it’s you',
    lead: 'Your sign-in is more than ten minutes old. Sign in again here, then press the same button once more.',
  },
  /** Its last five minutes. */
  ending: {
    title: 'Into the last five minutes',
    lead: 'We sign you out after 58 minutes. Sign in again here and play on: what you typed stays as it is.',
  },
}

/** Signing in again in place, and why. */
export function SessionEndDialog({ session, why, onClose }: SessionEndDialogProps) {
  const lost = why === 'lost'
  return (
    <Dialog
      open
      onClose={lost ? undefined : onClose}
      role="alertdialog"
      title={WORDS[why].title}
      className={lost ? styles.lost : undefined}
    >
      {why === 'ending' && <SessionEndClock stamp={session.stamp} />}
      <p>{WORDS[why].lead}</p>
      <SessionEndForm email={session.user.email ?? ''} lost={lost} />
    </Dialog>
  )
}
