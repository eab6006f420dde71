import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { configQuery } from '../../../api/queries'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { paths, ROUTES } from '../../../paths'
import css from '../FlowLayout.module.css'
import { redirectFor, type SignUpPage } from '../steps'
import { useSignUpFacts } from '../use-sign-up'

const ADDRESSES = {
  register: ROUTES.register,
  'user-registration': ROUTES.userRegistration,
  'account-information': ROUTES.accountInformation,
  'signup-completion': ROUTES.signupCompletion,
} as const satisfies Record<SignUpPage, string>

/** Shows a page of the flow, or redirects to the one that comes first. */
export function SignUpGuard({ page, children }: { page: SignUpPage; children: ReactNode }) {
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
    return <Navigate to={ROUTES.login} search={{ callbackUrl: paths.register() }} replace />
  const elsewhere = redirectFor(page, facts)
  if (elsewhere === null) return children
  // Somebody who lost their answers to a reload continues with the questions; the rest is still there.
  return (
    <Navigate to={ADDRESSES[elsewhere]} replace {...(elsewhere === 'register' ? { hash: 'health' } : {})} />
  )
}
