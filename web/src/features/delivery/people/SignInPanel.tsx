import { useState } from 'react'
import type { StaffProfile } from '../../../api/types'
import { ActionDialog } from '../../../state/ActionDialog'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { Notice } from '../../../components/feedback/Notice'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import styles from './PersonDrawer.module.css'
import { endSessionsOf, resetSecondFactor } from './api'
import { nameOf } from './words'

type Act = 'factor' | 'sessions'

const WORDS: Readonly<
  Record<
    Act,
    { button: string; title: (name: string) => string; text: string; done: (name: string) => string }
  >
> = {
  factor: {
    button: 'Reset two-step sign-in',
    title: (name) => `Reset two-step sign-in for ${name}?`,
    text: 'For somebody whose phone and recovery codes are gone. Make sure it is them: after this they sign in without a code, until they set it up again. They are signed out everywhere and get an e-mail.',
    done: (name) => `${name}: two-step sign-in is reset.`,
  },
  sessions: {
    button: 'Sign out everywhere',
    title: (name) => `Sign ${name} out everywhere?`,
    text: 'For a lost or stolen device. Every browser and app with their account is signed out at once. They can sign in again as usual.',
    done: (name) => `${name} is signed out everywhere.`,
  },
}

/** Help for a person who cannot sign in, or has lost their device. */
export function SignInPanel({ profile }: { profile: StaffProfile }) {
  const [asking, setAsking] = useState<Act | null>(null)
  return (
    <section className={styles.part} aria-labelledby="person-sign-in">
      <h3 id="person-sign-in">Signing in</h3>
      <Cluster gap={[2, 3]}>
        {(['factor', 'sessions'] as const).map((act) => (
          <Button key={act} variant="secondary" onClick={() => setAsking(act)}>
            {WORDS[act].button}
          </Button>
        ))}
      </Cluster>
      {asking !== null && <SignInDialog act={asking} profile={profile} onClose={() => setAsking(null)} />}
    </section>
  )
}

interface SignInDialogProps {
  act: Act
  profile: StaffProfile
  onClose: () => void
}

function SignInDialog({ act, profile, onClose }: SignInDialogProps) {
  const show = useAlert((alert) => alert.show)
  const words = WORDS[act]
  const { run, status, error } = useOperation(act === 'factor' ? resetSecondFactor : endSessionsOf, {
    onSuccess: () => {
      show({ tone: 'good', message: words.done(nameOf(profile)) })
      onClose()
    },
  })
  return (
    <ActionDialog
      role="alertdialog"
      title={words.title(nameOf(profile))}
      onClose={onClose}
      yes={words.button}
      no="Leave it"
      variant="danger"
      busy={status === 'loading'}
      onYes={() => void run({ uaid: profile.uaid })}
    >
      <p>{words.text}</p>
      {act === 'factor' && error?.status === 404 ? (
        <Notice tone="problem" role="alert">
          They have no two-step sign-in. There is nothing to reset.
        </Notice>
      ) : (
        <ErrorNotice error={error} />
      )}
    </ActionDialog>
  )
}
