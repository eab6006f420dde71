import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { configQuery } from '../../../api/queries'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { paths, ROUTES } from '../../../paths'
import { useSignUpDraft } from '../draft'
import css from '../FlowLayout.module.css'
import { afterSignIn, callbackUrlIn } from '../sign-in/callback'
import { redirectFor, type SignUpPage } from '../steps'
import { useSignUpFacts } from '../use-sign-up'

const ADDRESSES = {
  register: ROUTES.register,
  'user-registration': ROUTES.userRegistration,
  'account-information': ROUTES.accountInformation,
  'signup-completion': ROUTES.signupCompletion,
} as const satisfies Record<SignUpPage, string>

/** Remembers throughout sign-up where the visitor came from, if the address says so. */
function useReturnTo(): string | undefined {
  const keep = useSignUpDraft((state) => state.keep)
  const callbackUrl = useLocation({ select: callbackUrlIn })
  // Decided when the page opens: while leaving, the address changes although this is still rendered.
  const [returnTo] = useState(() => callbackUrl && afterSignIn(callbackUrl, window.location.origin))
  useEffect(() => {
    if (returnTo) keep({ returnTo })
  }, [returnTo, keep])
  return returnTo
}

/** Shows a page of the flow, or redirects to the one that comes first. */
export function SignUpGuard({ page, children }: { page: SignUpPage; children: ReactNode }) {
  const callbackUrl = useReturnTo()
  const facts = useSignUpFacts()
  const authMode = useQuery(configQuery()).data?.authMode
  if (facts === null) {
    return (
      <div className={css.layout}>
        <div className={css.panel} />
        <Loading className={css.content}>
          <Skeleton height="2rem" width="60%" />
          <Skeleton height="4rem" />
          <Skeleton height="32rem" />
        </Loading>
      </div>
    )
  }
  // If passwords are switched off, an account is created by signing in with a provider; the questions come afterwards.
  if (authMode === 'sso' && !facts.signedIn)
    return (
      <Navigate
        to={ROUTES.login}
        href={paths.login({ callbackUrl: paths.register({ callbackUrl }) })}
        replace
      />
    )
  const elsewhere = redirectFor(page, facts)
  if (elsewhere === null) return children
  // Somebody who lost their answers to a reload continues with the questions; the rest is still there.
  return (
    <Navigate to={ADDRESSES[elsewhere]} replace {...(elsewhere === 'register' ? { hash: 'health' } : {})} />
  )
}
