import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { shortDay } from '../academy/civil-date'
import { londonMoment } from '../academy/london'
import { serverNow } from '../api/clock'
import { useSessionClient, useUnreached } from '../auth/SessionProvider'
import { Button } from '../components/Button'
import { Notice } from '../components/feedback/Notice'
import { ErrorState, Loading, Skeleton } from '../components/feedback/States'
import { Page } from '../components/layout/Page'
import { useRetry } from '../components/use-retry'
import { KeptOwn } from '../state/kept-own'
import styles from './KeptPage.module.css'
import { bringBackSeen, shownKeys, type KeptPart } from './last-seen'

interface KeptPageProps {
  title: string
  part: KeptPart
  /** The crew that the address names. */
  crewId: string | undefined
  children: ReactNode
}

/** A page of one's own if the session cannot be checked: what this device last saw of it. */
export function KeptPage({ title, part, crewId, children }: KeptPageProps) {
  const queries = useQueryClient()
  const client = useSessionClient()
  const { retry, retrying, still } = useRetry(useUnreached().ask)
  // By query, when each was seen.
  const [kept, setKept] = useState<ReadonlyMap<string, number>>()
  useEffect(() => {
    bringBackSeen(queries, client, serverNow()).then(
      (seen) => setKept(new Map(seen.map(({ queryKey, at }) => [hashKey(queryKey), at]))),
      () => setKept(new Map()),
    )
  }, [queries, client, part, crewId])
  if (kept === undefined)
    return (
      <Page title={title}>
        <Loading label="Looking for what was kept">
          <Skeleton height="20rem" />
        </Loading>
      </Page>
    )
  // The page is as old as the oldest answer on it; without one of them it would wait for ever.
  const times = shownKeys(part, crewId).map((queryKey) => kept.get(hashKey(queryKey)))
  const at = times.every((time) => time !== undefined) ? Math.min(...times) : null
  if (at === null)
    return (
      <Page title={title}>
        <ErrorState
          title="You are offline"
          message={`${still}This page needs a connection. It opens as soon as you are back online.`}
          onRetry={retry}
          retrying={retrying}
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
              <Button variant="secondary" busy={retrying} onClick={retry}>
                Try again
              </Button>
            }
          >
            {still || 'There is no connection. '}This is what you last saw on this device.
          </Notice>
        </div>
      }
    >
      {children}
    </KeptOwn>
  )
}
