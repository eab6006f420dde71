import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
// The codes of a sign-in come from no call.
import '../../api/errors'
import { api } from '../../api/client/client'
import { errorSentence } from '../../api/error-sentence'
import { queryKeys } from '../../api/queries'
import { SIGNED_IN_AGAIN } from '../../auth/sign-out-notice'
import { canUsePasskeys } from '../../auth/passkey-support'
import { useAuth } from '../../auth/SessionProvider'
import { useSignIn } from '../../auth/sign-in'
import { fetchProviders, postSignIn, type Provider } from '../../auth/sign-in-calls'
import { usePasskey } from '../../auth/use-passkey'
import { Button } from '../../components/Button'
import { Form, FormActions } from '../../components/form/Form'
import type { FormProblem } from '../../components/form/FormSummary'
import { Stack } from '../../components/layout/Stack'
import { Loading, Skeleton } from '../../components/feedback/States'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/use-form'
import textStyles from '../../components/text.module.css'
import { paths } from '../../paths'
import { useOperation } from '../../state/use-operation'
import styles from './SessionEnd.module.css'

interface SessionEndFormProps {
  email: string
  /** The session has ended already. */
  lost: boolean
}

/**
 * Signing in again without leaving the page: by password and, if asked for, a code; without a password, by a link in an e-mail;
 * by passkey; or with a provider beside it. Or somebody else does, on another page.
 */
export function SessionEndForm({ email, lost }: SessionEndFormProps) {
  const { data: providers, isPending } = useQuery({
    queryKey: [...queryKeys.providers, 'in place'],
    queryFn: fetchProviders,
    staleTime: Infinity,
  })
  const { linked, withPassword, isLoading } = useWaysIn(lost)
  const all = Object.values(providers ?? {})
  const elsewhere = all.filter(({ id, type }) => type === 'oauth' && linked(id))
  // Without a list there is still the form.
  const own = all.length === 0 || all.some(({ type }) => type === 'credentials')
  return (
    <Stack gap={5}>
      {/* Somebody without a password is not asked for one, not even until the answer is there. */}
      {isPending || isLoading ? (
        <Loading label="Loading the ways to sign in">
          <Skeleton height="5.25rem" />
          <Skeleton height="3.25rem" />
        </Loading>
      ) : (
        <>
          {own && withPassword && <PasswordForm email={email} lost={lost} />}
          {own && canUsePasskeys() && <ByPasskey />}
          {elsewhere.length > 0 && <Elsewhere providers={elsewhere} first={!own} />}
          {own && !withPassword && <ByLink email={email} />}
        </>
      )}
      {/* Leaving waits for no answer. */}
      {lost ? (
        <p>
          <a href={paths.login()} onClick={loadAfresh}>
            Sign in as somebody else
          </a>
        </p>
      ) : (
        <SignOutNow />
      )}
    </Stack>
  )
}

/** How long the form waits to know that: the session ends soon, and most people have a password. */
const PATIENCE_MS = 5_000

interface WaysIn {
  linked: (provider: string) => boolean
  withPassword: boolean
  isLoading: boolean
}

/**
 * Which providers begin a new session, and whether a password does. While somebody is signed in, another provider would only be
 * connected to their account; once the session is lost, the server does not say.
 */
function useWaysIn(lost: boolean): WaysIn {
  const { data, isError, isLoading } = useQuery({
    queryKey: queryKeys.identities,
    queryFn: ({ signal }) => api.get('user/identities', { signal, withinMs: PATIENCE_MS }),
    enabled: !lost,
    retry: false,
  })
  const linked = (id: string) =>
    lost || (data === undefined ? isError : data.identities.some(({ provider }) => provider === id))
  return { linked, withPassword: data?.password !== false, isLoading }
}

/** Follows a link with a load, so that nothing of this page is in memory for the next person; a form with changes asks first. */
function loadAfresh(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  window.location.assign(event.currentTarget.href)
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

function PasswordForm({ email, lost }: SessionEndFormProps) {
  const { signIn } = useSignIn()
  const [codeAsked, setCodeAsked] = useState(false)
  const form = useForm({
    initial: { againPassword: '', againCode: '' },
    check: ({ againPassword }) => (againPassword === '' ? [problemOf(NO_PASSWORD)] : []),
    send: async ({ againPassword: password, againCode }) => {
      const oneTimeCode = againCode.replace(/\s+/g, '')
      const { ok, error } = await signIn({
        emailAddress: email,
        password,
        ...(oneTimeCode === '' ? {} : { oneTimeCode }),
      })
      if (ok) return []
      if (error === 'SecondFactorRequired') setCodeAsked(true)
      return [problemOf(error)]
    },
  })
  const box = useRef<HTMLFormElement>(null)
  const { attempt } = form.props
  const wrong = form.problems[0]?.field ?? null
  useEffect(() => {
    if (wrong !== null) box.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
  }, [wrong, attempt])
  return (
    <Form
      ref={box}
      {...form.props}
      // What is beside a field needs no summary here: there are two at most.
      problems={form.problems.filter(({ field }) => field === null)}
      aria-label="Sign in again"
    >
      <p className={styles.who}>
        {lost ? 'Your account:' : 'Signed in as'} <strong>{email}</strong>
      </p>
      {/* For password managers: whose password this is. */}
      <input type="hidden" name="againEmail" autoComplete="username" value={email} />
      <TextField
        label="Password"
        {...form.field('againPassword')}
        type="password"
        autoComplete="current-password"
      />
      {codeAsked && (
        <TextField
          label="One-time code"
          hint="Six digits from your app, or one of your recovery codes."
          {...form.field('againCode')}
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
      <FormActions>
        <Button type="submit" busy={form.busy}>
          {lost ? 'Sign in' : 'Stay signed in'}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Somebody who answers with another account's passkey goes on as that account, on a page without the data of this one. */
function ByPasskey() {
  const passkey = usePasskey(window.location.href, { atField: false })
  return (
    <Way problem={passkey.problem}>
      <Button variant="secondary" wide busy={passkey.busy} onClick={() => void passkey.press()}>
        Sign in with a passkey
      </Button>
    </Way>
  )
}

/** The link opens in a tab of its own; the session that begins there is this page's too. */
function ByLink({ email }: { email: string }) {
  const { run, status, error } = useOperation(() => api.post('auth/sign-in-link', { email }))
  const sent = status === 'succeeded'
  return (
    <Way problem={error?.errorCode ?? null}>
      <p role="status" className={styles.who}>
        {sent &&
          `It is on its way to ${email}. Open it in this browser within 15 minutes, then come back here.`}
      </p>
      <Button variant="secondary" wide busy={status === 'loading'} onClick={() => void run()}>
        {sent ? 'Mail me another link' : 'Mail me a link'}
      </Button>
    </Way>
  )
}

function SignOutNow() {
  const { signOut } = useAuth()
  const [problem, setProblem] = useState<string | null>(null)
  const leave = () => {
    setProblem(null)
    void signOut().catch(() => setProblem('ERR_NETWORK'))
  }
  return (
    <Way problem={problem}>
      <Button variant="quiet" wide onClick={leave}>
        Sign out now
      </Button>
    </Way>
  )
}

/** Another way than the password; `problem` is the code of its last failure. */
function Way({ problem, children }: { problem: string | null; children: ReactNode }) {
  return (
    <div className={styles.way}>
      {problem !== null && (
        <p role="alert" className={textStyles.problem}>
          {errorSentence(problem)}
        </p>
      )}
      {children}
    </div>
  )
}

/** The provider's pages open in a window of their own; the session that begins there ends the warning here. */
function Elsewhere({ providers, first }: { providers: readonly Provider[]; first: boolean }) {
  const [problem, setProblem] = useState<string | null>(null)
  const open = async ({ id, type }: Provider) => {
    setProblem(null)
    // At once, while the press counts as the person's wish.
    const beside = window.open('about:blank', '_blank')
    const back = new URL(paths.home() + SIGNED_IN_AGAIN, window.location.origin).href
    const answer = await postSignIn(id, type, {}, back).catch(() => null)
    if (answer?.url && beside) {
      beside.location.href = answer.url
      return
    }
    beside?.close()
    setProblem(beside ? 'OAuthSignin' : 'POPUP_BLOCKED')
  }
  return (
    <Way problem={problem}>
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
    </Way>
  )
}
