import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { errorSentence } from '../../api/errors'
import { queryKeys } from '../../api/queries'
import { SIGNED_IN_AGAIN } from '../../auth/farewell'
import { fetchProviders, postSignIn, type Provider } from '../../auth/protocol'
import { useAuth } from '../../auth/SessionProvider'
import { Button } from '../../components/Button'
import { Form, FormActions } from '../../components/form/Form'
import type { FormProblem } from '../../components/form/FormSummary'
import { Stack } from '../../components/layout/Stack'
import { Loading, Skeleton } from '../../components/feedback/States'
import { TextField } from '../../components/form/TextField'
import textStyles from '../../components/text.module.css'
import { paths } from '../../paths'
import styles from './SessionEnd.module.css'

/** Signing in again without leaving the page: by password and, if asked for, a code; or with a provider beside it. */
export function SessionEndForm({ email }: { email: string }) {
  const { data: providers, isPending } = useQuery({
    queryKey: [...queryKeys.providers, 'in place'],
    queryFn: fetchProviders,
    staleTime: Infinity,
  })
  if (isPending) {
    return (
      <Loading label="Loading the ways to sign in">
        <Skeleton height="5.25rem" />
        <Skeleton height="3.25rem" />
      </Loading>
    )
  }
  const all = Object.values(providers ?? {})
  const elsewhere = all.filter(({ type }) => type === 'oauth')
  // Without a list there is still the form.
  const password = all.length === 0 || all.some(({ type }) => type === 'credentials')
  return (
    <Stack gap={5}>
      {password && <PasswordForm email={email} />}
      {elsewhere.length > 0 && <Elsewhere providers={elsewhere} first={!password} />}
    </Stack>
  )
}

const NO_PASSWORD = 'NO_PASSWORD'

/** The address is fixed here, so what does not match is the password. */
function problemOf(code: string | null): FormProblem {
  switch (code) {
    case NO_PASSWORD:
      return { field: 'againPassword', message: 'Enter your password.' }
    case 'CredentialsSignin':
      return { field: 'againPassword', message: 'That is not your password. Try again.' }
    case 'SecondFactorRequired':
    case 'SecondFactorWrong':
      return { field: 'againCode', message: errorSentence(code) }
    default:
      return { field: null, message: errorSentence(code) }
  }
}

function PasswordForm({ email }: { email: string }) {
  const { signIn, signOut } = useAuth()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [codeAsked, setCodeAsked] = useState(false)

  const fail = (code: string | null) => {
    setProblem(problemOf(code))
    setAttempt((count) => count + 1)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    const password = text('againPassword')
    const oneTimeCode = text('againCode').replace(/\s+/g, '')
    if (password === '') return fail(NO_PASSWORD)
    setBusy(true)
    const fields = { emailAddress: email, password, ...(oneTimeCode === '' ? {} : { oneTimeCode }) }
    const { ok, error } = await signIn(fields)
    setBusy(false)
    if (ok) return
    if (error === 'SecondFactorRequired') setCodeAsked(true)
    fail(error)
  }
  const error = (field: string) => (problem?.field === field ? problem.message : undefined)
  const form = useRef<HTMLFormElement>(null)
  const wrong = problem?.field ?? null
  useEffect(() => {
    if (wrong !== null) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
  }, [wrong, attempt])
  return (
    <Form
      ref={form}
      onSubmit={(event) => void submit(event)}
      // What is beside a field needs no summary here: there are two at most.
      problems={problem?.field === null ? [problem] : []}
      attempt={attempt}
      aria-label="Sign in again"
      aria-busy={busy}
    >
      <p className={styles.who}>
        Signed in as <strong>{email}</strong>
      </p>
      {/* For password managers: whose password this is. */}
      <input type="hidden" name="againEmail" autoComplete="username" value={email} />
      <TextField
        label="Password"
        name="againPassword"
        type="password"
        autoComplete="current-password"
        error={error('againPassword')}
      />
      {codeAsked && (
        <TextField
          label="One-time code"
          hint="Six digits from your app, or one of your recovery codes."
          name="againCode"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          error={error('againCode')}
        />
      )}
      <FormActions>
        <Button type="submit" busy={busy}>
          Stay signed in
        </Button>
        <Button variant="quiet" onClick={() => void signOut().catch(() => fail('ERR_NETWORK'))}>
          Sign out now
        </Button>
      </FormActions>
    </Form>
  )
}

/** The provider's pages open in a window of their own; the session that begins there ends the warning here. */
function Elsewhere({ providers, first }: { providers: readonly Provider[]; first: boolean }) {
  const [error, setError] = useState<string | null>(null)
  const open = async ({ id, type }: Provider) => {
    setError(null)
    // At once, while the press counts as the person's wish.
    const beside = window.open('about:blank', '_blank')
    const back = new URL(paths.home() + SIGNED_IN_AGAIN, window.location.origin).href
    const answer = await postSignIn(id, type, {}, back).catch(() => null)
    if (answer?.url && beside) {
      beside.location.href = answer.url
      return
    }
    beside?.close()
    setError(errorSentence(beside ? 'OAuthSignin' : 'POPUP_BLOCKED'))
  }
  return (
    <div className={styles.elsewhere}>
      {error && (
        <p role="alert" className={textStyles.problem}>
          {error}
        </p>
      )}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant={first ? 'primary' : 'secondary'}
          wide
          onClick={() => void open(provider)}
        >
          Continue with {provider.name}
        </Button>
      ))}
      <p className={styles.who}>Opens in a new tab. Come back here when it is done.</p>
    </div>
  )
}
