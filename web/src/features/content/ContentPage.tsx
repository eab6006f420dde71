import type { ReactNode } from 'react'
import { errorSentence } from '../../api/errors'
import { Page } from '../../components/Page'
import { ErrorState, Loading, Skeleton } from '../../components/States'
import { textOf, type ContentItem } from './content-item'
import styles from './ContentPage.module.css'
import { useHashAnchor } from './use-hash-anchor'
import { usePage, type PageId } from './use-page'

interface ContentPageProps {
  id: PageId
  /** The document's title until the item has come. */
  title: string
  /** The page once its item is there. */
  children: (page: ContentItem) => ReactNode
  /** Stands while the item is on its way, as tall as what will come. */
  skeleton?: ReactNode
}

/** A page of the content hub in its states: on its way, failed (with a retry), there. */
export function ContentPage({ id, title, children, skeleton }: ContentPageProps) {
  const { page, failed, error, retry, retrying } = usePage(id)
  useHashAnchor(page !== null)
  const description = page ? textOf(page.elements, 'description') : ''
  return (
    <Page
      title={(page && textOf(page.elements, 'title')) || title}
      heading={null}
      width="full"
      {...(description ? { description } : {})}
    >
      {page && children(page)}
      {failed && (
        <div className={styles.failed}>
          <h1 className={styles.title}>{title}</h1>
          <ErrorState
            title={navigator.onLine ? 'This page did not load' : 'You are offline'}
            message={
              navigator.onLine
                ? errorSentence(error)
                : 'We will need a connection for this page. Check yours, then try again.'
            }
            onRetry={retry}
            retrying={retrying}
          />
        </div>
      )}
      {!page && !failed && (skeleton ?? <PageSkeleton />)}
    </Page>
  )
}

function PageSkeleton() {
  return (
    <Loading className={styles.skeleton} label="Loading the page">
      <Skeleton height="1.25rem" width="10rem" />
      <Skeleton height="var(--text-display)" width="min(100%, 40rem)" />
      <Skeleton height="1.5rem" width="min(100%, 30rem)" />
    </Loading>
  )
}
