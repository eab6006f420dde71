import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { configQuery } from '../../../api/queries'
import { Page } from '../../../components/Page'
import { Loading, Skeleton } from '../../../components/States'
import { paths, ROUTES } from '../../../paths'
import { redirectFor, type SignUpPage } from '../steps'
import { useSignUpFacts } from '../use-sign-up'

const ADDRESSES = {
  register: ROUTES.register,
  'user-registration': ROUTES.userRegistration,
  'account-information': ROUTES.accountInformation,
  'signup-completion': ROUTES.signupCompletion,
} as const satisfies Record<SignUpPage, string>

/** Lets a visitor into a page of the flow, or sends them to the one that comes first. */
export function SignUpGuard({
  page,
  title,
  children,
}: {
  page: SignUpPage
  title: string
  children: ReactNode
}) {
  const facts = useSignUpFacts()
  const authMode = useQuery(configQuery()).data?.authMode
  if (facts === null) {
    return (
      <Page title={title} heading={null} width="text">
        <Loading>
          <Skeleton height="2rem" width="60%" />
          <Skeleton height="4rem" />
          <Skeleton height="16rem" />
        </Loading>
      </Page>
    )
  }
  // Where passwords are switched off, an account is made by signing in elsewhere; the questions come after that.
  if (authMode === 'sso' && !facts.signedIn)
    return <Navigate to={ROUTES.login} search={{ callbackUrl: paths.register() }} replace />
  const elsewhere = redirectFor(page, facts)
  return elsewhere === null ? children : <Navigate to={ADDRESSES[elsewhere]} replace />
}
