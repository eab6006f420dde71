import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { errorSentence } from '../api/errors'
import type { Session } from '../auth/session'
import { useAuth } from '../auth/SessionProvider'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { Form } from '../components/Form'
import { TextField } from '../components/TextField'
import { paths } from '../paths'
import { useSessionEnd } from './use-session-end'

/** Warns five minutes before the 58 are over, lets people sign in again in place, and logs out at the end. */
export function SessionEnd({ session, clockKnown }: { session: Session; clockKnown: boolean }) {
  const remaining = useSessionEnd(clockKnown ? session.stamp : null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const { signOut } = useAuth()
  const logOut = useEffectEvent(() => {
    // Whether or not the server is reached: its side of the session has ended too.
    signOut().catch(() => window.location.assign(paths.home()))
  })
  useEffect(() => {
    if (remaining === 'over') logOut()
  }, [remaining])
  return (
    <Dialog
      open={remaining === 'ending' && dismissed !== session.stamp}
      onClose={() => setDismissed(session.stamp)}
      role="alertdialog"
      title="Five minutes to the whistle"
    >
      <p>
        For your safety we sign you out after 58 minutes. Sign in again here and carry on; what you typed
        stays.
      </p>
      <SignInAgain email={session.user.email ?? ''} />
    </Dialog>
  )
}

function SignInAgain({ email }: { email: string }) {
  const { signIn } = useAuth()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    setBusy(true)
    const result = await signIn({ emailAddress: text('againEmail'), password: text('againPassword') })
    setBusy(false)
    setError(result.ok ? null : errorSentence(result.error))
    setAttempt((count) => count + 1)
  }
  return (
    <Form
      onSubmit={(event) => void submit(event)}
      problems={error ? [{ field: null, message: error }] : []}
      attempt={attempt}
    >
      <TextField
        label="E-mail address"
        name="againEmail"
        type="email"
        autoComplete="username"
        defaultValue={email}
      />
      <TextField label="Password" name="againPassword" type="password" autoComplete="current-password" />
      <Button type="submit" busy={busy}>
        Stay signed in
      </Button>
    </Form>
  )
}
