import { useQuery } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { configQuery } from '../api/queries'
import type { EventConfig } from '../api/types'
import { RequireSession } from '../auth/RequireSession'
import { LinkButton } from '../components/Button'
import { Page } from '../components/layout/Page'
import { EmptyState } from '../components/feedback/States'
import { builtInPage } from '../content/built-in'
import { ContentBody } from '../content/ContentBody'
import { isPrivate, pageIdAt, pathBelow } from '../content/page-ids'
import { partsOfType } from '../content/page-parts'
import { Way } from '../content/parts/Way'
import { PartsByType } from '../content/parts-by-type'
import { COMPONENTS } from '../content/registry'
import { textOf, textsOf } from '../features/content/content-item'
import { ContentPage, PageFailed, PageSkeleton } from '../features/content/page/ContentPage'
import { PAGES, usePage } from '../features/content/page/use-page'
import { paths, ROUTES } from '../paths'
import { NotFoundPage } from './NotFoundPage'

// Comes with MY TESTS, so that it is on the device when there is no network.
const StoredTicket = lazy(async () => ({
  default: (await import('../features/booking/ticket/StoredTicket')).StoredTicket,
}))

// In the chunk of the area itself, for the same reason.
const KeptDesk = lazy(async () => ({
  default: (await import('../content/parts/staff/InstoreAdmin')).KeptDesk,
}))

// Only people who are signed in need it.
const EmailNotice = lazy(async () => ({
  default: (await import('../features/account/email/EmailNotice')).EmailNotice,
}))

const DESK = pathBelow(ROUTES.instoreAdmin)
const REVEAL = pathBelow(ROUTES.revealDesk)
/** The athlete's own pages, booking among them. */
const OWN = /^\/my-account/

/** An older server names no pages; the ones that the site knows are all it has. */
const pagesOf = ({ pages }: EventConfig) => pages ?? {}

/** Every page: the item at this path, in its template, with its components. */
export function ContentRoute() {
  const path = pathBelow(useMatch({ strict: false, select: (match) => match.pathname }))
  const config = useQuery({ ...configQuery(), select: pagesOf })
  const id = pageIdAt(path, config.data)
  if (id === null) return <NotFoundPage />
  if (id === undefined)
    return config.isError ? (
      <PageFailed
        title="This page"
        error={config.error}
        onRetry={() => void config.refetch()}
        retrying={config.isFetching}
      />
    ) : (
      <PageSkeleton />
    )
  const page = isPrivate(path) ? (
    <PrivatePage id={id} desk={path === DESK} reveal={path === REVEAL} />
  ) : (
    <AuthoredPage id={id} />
  )
  if (!OWN.test(path)) return page
  return (
    <>
      <Suspense>
        <EmailNotice />
      </Suspense>
      {page}
    </>
  )
}

function PrivatePage({ id, desk, reveal }: { id: string; desk: boolean; reveal: boolean }) {
  const { page } = usePage(id)
  const title = (page && textOf(page.elements, 'title')) || (builtInPage(id)?.name ?? 'Sixfold')
  const heading = (page && textOf(page.elements, 'headline')) || title
  const [ticket] = page ? partsOfType(page, 'booking-details') : []
  return (
    <RequireSession
      title={title}
      // A tablet continues with its stored data until somebody signs in.
      offlineStays={desk}
      offline={
        (desk || reveal || id === PAGES.myTests) && (
          <Suspense fallback={<PageSkeleton />}>
            {desk ? (
              <Page title={title} heading={null} width="full">
                <KeptDesk title={heading} />
              </Page>
            ) : reveal ? (
              <Page title={title} heading={heading}>
                <EmptyState
                  title="The reveal needs a connection"
                  action={<LinkButton href={paths.instoreAdmin()}>Back to the desk</LinkButton>}
                >
                  The screens keep what they show. This page carries on as soon as there is a connection.
                </EmptyState>
              </Page>
            ) : (
              <StoredTicket
                title={title}
                heading={heading}
                kit={ticket && textsOf(ticket.elements, 'kit')}
                way={page && <Way page={page} />}
              />
            )}
          </Suspense>
        )
      }
    >
      {() => <AuthoredPage id={id} />}
    </RequireSession>
  )
}

function AuthoredPage({ id }: { id: string }) {
  const fallback = builtInPage(id)
  return (
    <ContentPage id={id} fallback={fallback}>
      {(page) => (
        <Suspense fallback={<PageSkeleton />}>
          <PartsByType value={COMPONENTS}>
            <ContentBody page={page} />
          </PartsByType>
        </Suspense>
      )}
    </ContentPage>
  )
}
