import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { configQuery } from '../../../api/queries'
import { rolesForPath } from '../../../auth/admin'
import { canUsePasskeys } from '../../../auth/passkey-support'
import { useSignIn } from '../../../auth/sign-in'
import { usePasskey } from '../../../auth/use-passkey'
import { Button } from '../../../components/Button'
import { Form, FormButtons } from '../../../components/form/Form'
import { Notice } from '../../../components/feedback/Notice'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { TextField } from '../../../components/form/TextField'
import { paths } from '../../../paths'
import { useAuthData } from '../../../state/auth-store'
import { FlowLayout } from '../FlowLayout'
import css from '../form/form.module.css'
import { missing, missingPassword } from '../form/problems'
import type { FormProblem } from '../../../components/form/FormSummary'
import { PasswordField } from '../form/PasswordField'
import { useAccountForm } from '../form/use-account-form'
import { useAuthored } from '../use-authored'
import { ProviderButtons } from './ProviderButtons'
import { providersQuery, rememberedProvider, signInMethods } from './providers'
import { isCalm, isFromProvider, signInSentence } from './reasons'
import { SecondStep } from './SecondStep'
import own from './sign-in.module.css'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import { useEnter, useLoginQuery } from './use-enter'

const AskForLink = lazy(async () => ({ default: (await import('./AskForLink')).AskForLink }))

interface Credentials {
  emailAddress: string
  password: string
  oneTimeCode?: string
}

/** Signs in with our own accounts; calls `secondStep` if a code is needed. */
function useOwnAccount(target: string) {
  const { signIn } = useSignIn()
  const setStatus = useAuthData((state) => state.setStatus)
  const [pending, setPending] = useState<Credentials | null>(null)
  // The status of a sign-in on the way to a staff area is a separate one.
  const of = rolesForPath(target) === null ? 'login' : 'adminLogin'
  const send = async (credentials: Credentials): Promise<FormProblem[]> => {
    setStatus(of, 'loading')
    const result = await signIn(credentials, new URL(target, window.location.origin).href)
    if (result.ok) {
      setStatus(of, 'succeeded')
      if (canUsePasskeys()) void import('./offer-passkey').then(({ offerPasskey }) => offerPasskey())
      return []
    }
    const errorCode = result.error ?? String(result.status)
    const message = signInSentence(errorCode)
    setStatus(of, 'failed', { errorCode, errorMessage: message })
    if (errorCode === 'SecondFactorRequired') {
      setPending(credentials)
      return []
    }
    return [{ field: errorCode === 'SecondFactorWrong' ? 'oneTimeCode' : null, message }]
  }
  return { send, pending, forget: () => setPending(null) }
}

/** /login: athletes and staff alike. */
export function LoginForm() {
  const { error, callbackUrl } = useLoginQuery()
  const target = useEnter()
  const { send, pending, forget } = useOwnAccount(target)
  const [emailAddress, setEmailAddress] = useState('')
  const [byLink, setByLink] = useState(false)
  const [tried, setTried] = useState(false)
  const copy = useAuthored({ headline: 'Back for more.', intro: 'Sign in to book, move or retest.' })
  const providers = useQuery(providersQuery())
  const config = useQuery(configQuery())
  const methods = signInMethods(providers.data ?? [], config.data?.authMode)
  const provider = error !== undefined && isFromProvider(error) ? rememberedProvider() : null
  const byPasskey = methods.form && pending === null && !byLink && canUsePasskeys()
  const passkey = usePasskey(target, { atField: byPasskey })

  if (byLink)
    return (
      <Suspense>
        <AskForLink
          emailAddress={emailAddress}
          callbackUrl={callbackUrl}
          onBack={(typed) => {
            setEmailAddress(typed)
            setByLink(false)
          }}
        />
      </Suspense>
    )
  if (pending !== null) {
    return (
      <FlowLayout title="One more step." lead="Your password is right. One code and you’re in." share={0.75}>
        <SecondStep
          onCode={(oneTimeCode) => send({ ...pending, oneTimeCode })}
          onBack={() => {
            setEmailAddress(pending.emailAddress)
            forget()
          }}
        />
      </FlowLayout>
    )
  }
  return (
    <FlowLayout title={copy.headline} lead={copy.intro} share={0.5}>
      {error !== undefined && !tried && (
        <Notice tone={isCalm(error) ? 'info' : 'problem'} role="status">
          {signInSentence(error, provider, { passwords: methods.form })}
        </Notice>
      )}
      {providers.isPending || config.isPending ? (
        <Loading label="Loading the ways to sign in">
          <Skeleton height="5.25rem" />
          <Skeleton height="5.25rem" />
          <Skeleton height="3.75rem" width="11rem" />
        </Loading>
      ) : (
        <Stack gap={5}>
          {methods.form && (
            <CredentialsForm
              emailAddress={emailAddress}
              onSend={(typed) => {
                setTried(true)
                return send(typed)
              }}
              onLink={(typed) => {
                setEmailAddress(typed)
                setByLink(true)
              }}
            />
          )}
          {(byPasskey || (methods.form && methods.elsewhere.length > 0)) && (
            <Cluster
              as="p"
              gap={4}
              nowrap
              align="center"
              className={classNames(own.or, text.quiet, text.formMeasure)}
            >
              or
            </Cluster>
          )}
          {byPasskey && (
            <div className={own.providers}>
              {passkey.problem !== null && (
                <Notice tone="problem" role="alert">
                  {signInSentence(passkey.problem)}
                </Notice>
              )}
              <Button
                variant="secondary"
                size="large"
                wide
                busy={passkey.busy}
                onClick={() => void passkey.press()}
              >
                Sign in with a passkey
              </Button>
            </div>
          )}
          <ProviderButtons
            providers={methods.elsewhere}
            callbackUrl={target}
            look={methods.form ? 'plain' : 'primary'}
          />
        </Stack>
      )}
      <p className={css.asideBlock}>
        {methods.form ? (
          <>
            New here? <a href={paths.register({ callbackUrl })}>Sign up</a> and take your shot.
          </>
        ) : (
          'New here? Sign in the same way: we make your account as you arrive.'
        )}
      </p>
    </FlowLayout>
  )
}

interface CredentialsFormProps {
  emailAddress: string
  onSend: (typed: Credentials) => Promise<FormProblem[]>
  /** Asks for a link instead. */
  onLink: (emailAddress: string) => void
}

function CredentialsForm({ emailAddress, onSend, onLink }: CredentialsFormProps) {
  const form = useAccountForm({
    initial: { emailAddress, password: '' },
    check: (typed) => [...missing('emailAddress', typed.emailAddress), ...missingPassword(typed.password)],
    send: (typed) => onSend({ emailAddress: typed.emailAddress.trim(), password: typed.password }),
  })
  return (
    <Form {...form.props} aria-label="Sign in">
      <TextField
        {...form.field('emailAddress')}
        hint={undefined}
        type="email"
        autoComplete="username webauthn"
      />
      <PasswordField field={form.field('password')} />
      <FormButtons
        size="large"
        busy={form.busy}
        submit="Sign in"
        leave="E-mail me a link"
        onLeave={() => onLink(form.values.emailAddress)}
      >
        <a href={paths.forgotPassword()}>Forgotten your password?</a>
      </FormButtons>
    </Form>
  )
}
