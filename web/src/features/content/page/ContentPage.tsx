import { useEffect, type ReactNode } from 'react'
import { ApiFailure } from '../../../api/client/failure'
import { errorSentence } from '../../../api/error-sentence'
import { useOnline } from '../../../api/client/network'
import { toWaitingRoom, WAITING_ROOM_CODE } from '../../../api/client/waiting-room'
import { Page } from '../../../components/layout/Page'
import { ErrorState, Loading, Skeleton } from '../../../components/feedback/States'
import { textOf, type ContentItem } from '../content-item'
import styles from './ContentPage.module.css'
import { usePage } from './use-page'

interface ContentPageProps {
  id: string
  /** Shown while the content hub is unavailable; null if there is nothing to show. */
  fallback: ContentItem | null
  /** Shown if the hub has no such page, or none any more. */
  missing: ReactNode
  /** Renders the page once its item has loaded. */
  children: (page: ContentItem) => ReactNode
}

/** A page of the content hub: loading, failed (with a retry), or loaded. */
export function ContentPage({ id, fallback, missing, children }: ContentPageProps) {
  const { page: authored, failed, error, retry, retrying } = usePage(id)
  const page = authored ?? (failed ? fallback : null)
  const mustWait = !page && error instanceof ApiFailure && error.errorCode === WAITING_ROOM_CODE
  useEffect(() => {
    if (mustWait) void toWaitingRoom()
  }, [mustWait])
  if (!fallback && error instanceof ApiFailure && error.status === 404) return missing
  if (!page && failed)
    return <PageFailed title="This page" error={error} onRetry={retry} retrying={retrying} />
  if (!page) return <PageSkeleton />
  const description = textOf(page.elements, 'description')
  return (
    <Page
      title={textOf(page.elements, 'title') || page.name}
      heading={null}
      width="full"
      {...(description ? { description } : {})}
    >
      {children(page)}
    </Page>
  )
}

interface PageFailedProps {
  title: string
  error: unknown
  onRetry: () => void
  retrying: boolean
}

/** A page that could not be loaded, with a retry. */
export function PageFailed({ title, error, onRetry, retrying }: PageFailedProps) {
  const online = useOnline()
  return (
    <Page title={title} heading={null} width="full">
      <div className={styles.failed}>
        <h1 className={styles.title}>Not now.</h1>
        <ErrorState
          title={online ? 'This page did not load' : 'You are offline'}
          message={
            online
              ? errorSentence(error)
              : 'This page needs a connection. It opens as soon as you are back online.'
          }
          onRetry={onRetry}
          retrying={retrying}
        />
      </div>
    </Page>
  )
}

/** A placeholder for a page that is loading, as tall as the screen. */
export function PageSkeleton() {
  return (
    <Loading className={styles.skeleton} label="Loading the page">
      <Skeleton height="1.25rem" width="10rem" />
      <Skeleton height="var(--text-display)" width="min(100%, 40rem)" />
      <Skeleton height="1.5rem" width="min(100%, 30rem)" />
    </Loading>
  )
}
