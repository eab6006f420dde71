import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { configQuery } from '../../../api/queries'
import { Loading, Skeleton } from '../../../components/States'
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

/** Lets a visitor into a page of the flow, or sends them to the one that comes first. */
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
  // Where passwords are switched off, an account is made by signing in elsewhere; the questions come after that.
  if (authMode === 'sso' && !facts.signedIn)
    return <Navigate to={ROUTES.login} search={{ callbackUrl: paths.register() }} replace />
  const elsewhere = redirectFor(page, facts)
  if (elsewhere === null) return children
  // Who has answered the questions before, and lost them to a reload, goes on with them; the rest is still there.
  return (
    <Navigate to={ADDRESSES[elsewhere]} replace {...(elsewhere === 'register' ? { hash: 'health' } : {})} />
  )
}
