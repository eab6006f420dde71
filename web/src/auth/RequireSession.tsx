import { useState, type ReactNode } from 'react'
import { Page } from '../components/layout/Page'
import { ErrorState, Loading, Skeleton } from '../components/feedback/States'
import { useRetry } from '../components/use-retry'
import type { Session } from './session'
import { useSession, useUnreached } from './SessionProvider'

interface RequireSessionProps {
  /** The page's title while the session is being checked. */
  title: string
  /** What the page shows while the session is being checked. */
  loading?: ReactNode
  /** What the page shows if the session cannot be checked. */
  offline?: ReactNode
  /** Once shown, it stays until somebody signs in, which it offers itself. */
  offlineStays?: boolean
  children: (session: Session) => ReactNode
}

/**
 * A page that needs a session; without one, visitors are redirected to sign in and return here. Without a network there
 * is no redirect: the page says so and continues once there is one.
 */
export function RequireSession({
  title,
  loading,
  offline,
  offlineStays = false,
  children,
}: RequireSessionProps) {
  const { unreached, ask } = useUnreached()
  const { retry, retrying, still } = useRetry(ask)
  const [stays, setStays] = useState(false)
  if (unreached && offlineStays && !stays) setStays(true)
  const alone = unreached || stays
  const { data } = useSession({ required: !alone })
  if (data) return children(data)
  if (alone) {
    return (
      offline || (
        <Page title={title}>
          <ErrorState
            title="You are offline"
            message={`${still}This page needs a connection. It opens as soon as you are back online.`}
            onRetry={retry}
            retrying={retrying}
          />
        </Page>
      )
    )
  }
  if (loading) return loading
  return (
    <Page title={title}>
      <Loading>
        <Skeleton height="8rem" />
        <Skeleton height="8rem" />
      </Loading>
    </Page>
  )
}
