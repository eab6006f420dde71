import type { ReactNode } from 'react'
import { Loading, Skeleton } from '../components/States'
import { Page } from '../components/Page'
import type { Session } from './session'
import { useSession } from './SessionProvider'

interface RequireSessionProps {
  /** The page's title while the session is being asked for. */
  title: string
  children: (session: Session) => ReactNode
}

/** A page for people who are signed in; everybody else is sent to sign in and comes back here. */
export function RequireSession({ title, children }: RequireSessionProps) {
  const { data } = useSession({ required: true })
  if (data) return children(data)
  return (
    <Page title={title}>
      <Loading>
        <Skeleton height="8rem" />
        <Skeleton height="8rem" />
      </Loading>
    </Page>
  )
}
