import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { shortDay } from '../academy/civil-date'
import { londonMoment } from '../academy/london'
import { serverNow } from '../api/clock'
import { useSessionClient, useUnreached } from '../auth/SessionProvider'
import { Button } from '../components/Button'
import { Notice } from '../components/feedback/Notice'
import { ErrorState, Loading, Skeleton } from '../components/feedback/States'
import { Page } from '../components/layout/Page'
import { KeptOwn } from '../state/kept-own'
import styles from './KeptPage.module.css'
import { bringBackSeen } from './last-seen'

/** What a page shows of what is kept. */
export type KeptPart = 'results' | 'progress' | 'crews'

interface KeptPageProps {
  title: string
  part: KeptPart
  children: ReactNode
}

/** A page of one's own if the session cannot be checked: what this device last saw of it. */
export function KeptPage({ title, part, children }: KeptPageProps) {
  const queries = useQueryClient()
  const client = useSessionClient()
  const { ask } = useUnreached()
  // When it was seen; null if nothing of it is kept.
  const [at, setAt] = useState<number | null | undefined>(undefined)
  useEffect(() => {
    bringBackSeen(queries, client, serverNow()).then(
      (seen) => setAt(seen.find(({ queryKey }) => queryKey[1] === part)?.at ?? null),
      () => setAt(null),
    )
  }, [queries, client, part])
  const again = () => void ask()
  if (at === undefined)
    return (
      <Page title={title}>
        <Loading label="Looking for what was kept">
          <Skeleton height="20rem" />
        </Loading>
      </Page>
    )
  if (at === null)
    return (
      <Page title={title}>
        <ErrorState
          title="You are offline"
          message="This page needs a connection. It opens as soon as you are back online."
          onRetry={again}
        />
      </Page>
    )
  return (
    <KeptOwn
      value={
        <div className={styles.notice}>
          <Notice
            role="status"
            title={`As of ${londonMoment(at, serverNow(), shortDay)}`}
            actions={
              <Button variant="secondary" onClick={again}>
                Try again
              </Button>
            }
          >
            There is no connection. This is what you last saw on this device.
          </Notice>
        </div>
      }
    >
      {children}
    </KeptOwn>
  )
}
