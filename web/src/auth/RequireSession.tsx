import { useState, type ReactNode } from 'react'
import { Page } from '../components/Page'
import { ErrorState, Loading, Skeleton } from '../components/States'
import type { Session } from './session'
import { useSession, useUnreached } from './SessionProvider'

interface RequireSessionProps {
  /** The page's title while the session is being asked for. */
  title: string
  /** What the page has to show while nobody can be asked who is signed in. */
  offline?: ReactNode
  /** Once it has been shown it stays until somebody signs in; it offers that by itself. */
  offlineStays?: boolean
  children: (session: Session) => ReactNode
}

/**
 * A page for people who are signed in; everybody else is sent to sign in and comes back here. Without a network
 * nobody is sent anywhere: the page says so and goes on by itself once there is one.
 */
export function RequireSession({ title, offline, offlineStays = false, children }: RequireSessionProps) {
  const { unreached, ask } = useUnreached()
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
            message="This page needs a connection. It opens as soon as you are back online."
            onRetry={() => void ask()}
          />
        </Page>
      )
    )
  }
  return (
    <Page title={title}>
      <Loading>
        <Skeleton height="8rem" />
        <Skeleton height="8rem" />
      </Loading>
    </Page>
  )
}
