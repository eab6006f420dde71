import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sentenceForCode } from '../../../api/errors'
import { profileQuery } from '../../../api/queries'
import { useAuth, useSession } from '../../../auth/SessionProvider'
import { Button } from '../../../components/Button'
import { Form, FormActions } from '../../../components/Form'
import { Notice } from '../../../components/Notice'
import { Page } from '../../../components/Page'
import { TextField } from '../../../components/TextField'
import { paths } from '../../../paths'
import { useAuthData } from '../../../state/auth-store'
import { FlowLayout } from '../FlowLayout'
import css from '../form.module.css'
import { missing } from '../problems'
import { useAccountForm } from '../use-account-form'
import { useCopy } from '../use-copy'
import { afterSignIn } from './callback'

const ATHLETE = 1
const FIELDS = ['emailAddress', 'password'] as const

/** Why somebody was sent here; unknown codes get the default text of the auth protocol. */
export const signInSentence = (code: string): string =>
  sentenceForCode(code === 'TooManyRequests' ? 'TOO_MANY_REQUESTS' : code) ??
  sentenceForCode('Default') ??
  'Signing in did not work. Try again.'

function useLoginQuery() {
  const search: Record<string, unknown> = useLocation({ select: (location) => location.search })
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  return { error: text('error'), callbackUrl: text('callbackUrl') }
}

/** Takes somebody who is signed in to where they were going; an athlete without a profile goes on with sign-up. */
function useEnter(target: string) {
  const { data: session } = useSession()
  const update = useAuthData((state) => state.update)
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (!session) return undefined
    let left = false
    const { uaid, role, stamp, token = null } = session
    update({ uaid, role, stamp, token, isAuthenticated: true })
    const enter = async () => {
      const profile = role === ATHLETE ? await queries.fetchQuery(profileQuery()).catch(() => null) : null
      const href = profile?.firstName === '' ? paths.accountInformation() : target
      if (!left) await router.navigate({ href, replace: true })
    }
    void enter()
    return () => {
      left = true
    }
  }, [session, target, update, queries, router])
}

/** /login: athletes and staff alike. */
export function LoginForm() {
  const { error, callbackUrl } = useLoginQuery()
  const { signIn } = useAuth()
  const setStatus = useAuthData((state) => state.setStatus)
  const copy = useCopy('login', { headline: 'Back for more.', intro: 'Sign in to book, move or retest.' })
  // Settled when the page opens: on the way out the address changes while this is still on screen.
  const [target] = useState(() => afterSignIn(callbackUrl, window.location.origin))

  useEnter(target)

  const { field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: FIELDS,
    defaults: { emailAddress: '', password: '' },
    check: ({ emailAddress, password }) => [
      ...missing('emailAddress', emailAddress),
      ...(password === '' ? [{ field: 'password', message: 'Enter your password.' }] : []),
    ],
    send: async ({ emailAddress, password }) => {
      setStatus('login', 'loading')
      const result = await signIn(
        { emailAddress: emailAddress.trim(), password },
        new URL(target, window.location.origin).href,
      )
      if (result.ok) {
        setStatus('login', 'succeeded')
        return []
      }
      const errorCode = result.error ?? String(result.status)
      const message = signInSentence(errorCode)
      setStatus('login', 'failed', { errorCode, errorMessage: message })
      return [{ field: null, message }]
    },
  })

  return (
    <Page title="Login" heading={null} width="full">
      <FlowLayout title={copy.headline} lead={copy.intro} share={0.5}>
        {error !== undefined && attempt === 0 && (
          <Notice tone={error === 'SessionRequired' ? 'info' : 'problem'} role="status">
            {signInSentence(error)}
          </Notice>
        )}
        <Form problems={problems} attempt={attempt} onSubmit={onSubmit} aria-busy={isSubmitting}>
          <TextField {...field('emailAddress')} hint={undefined} type="email" autoComplete="username" />
          <TextField
            {...field('password')}
            hint={undefined}
            type="password"
            autoComplete="current-password"
          />
          <FormActions>
            <Button type="submit" size="large" busy={isSubmitting}>
              Log in
            </Button>
            <a href={paths.forgotPassword()}>Forgotten your password?</a>
          </FormActions>
        </Form>
        <p className={css.asideBlock}>
          New here? <a href={paths.register()}>Sign up</a> and take your shot.
        </p>
      </FlowLayout>
    </Page>
  )
}
