import { useQuery } from '@tanstack/react-query'
import { useMatch, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { ApiFailure, NETWORK_CODE } from '../api/client/failure'
import { isOnline, onNetwork, useOnline } from '../api/client/network'
import { configQuery, profileQuery } from '../api/queries'
import type { EventConfig } from '../api/types'
import { go } from '../auth/protocol'
import { RequireSession } from '../auth/RequireSession'
import { useSession } from '../auth/SessionProvider'
import { LinkButton } from '../components/Button'
import { Page } from '../components/layout/Page'
import { EmptyState } from '../components/feedback/States'
import { fallbackPage } from '../content/fallback'
import { loadedFrom } from '../content/from-server'
import { ContentBody, hasOwnHeading, HeadingAhead } from '../content/ContentBody'
import { isPrivate, pageIdAt, pathBelow } from '../content/page-ids'
import { partsOfType } from '../content/page-parts'
import { Way } from '../content/parts/Way'
import { PartsByType } from '../content/parts-by-type'
import { COMPONENTS } from '../content/registry'
import { openAddress } from '../features/account/email/open-address'
import { textOf, textsOf } from '../features/content/content-item'
import { ContentPage, PageFailed, PageSkeleton } from '../features/content/page/ContentPage'
import { PAGES, usePage } from '../features/content/page/use-page'
import type { KeptPart } from '../offline/last-seen'
import { paths, ROUTES } from '../paths'
import { ErrorBoundary } from '../shell/ErrorBoundary'
import { readQuery } from '../state/address'
import { NotFoundPage } from './NotFoundPage'

// Comes with MY TESTS, so that it is on the device when there is no network.
const StoredTicket = lazy(async () => ({
  default: (await import('../features/booking/ticket/StoredTicket')).StoredTicket,
}))

// In the chunk of the area itself, for the same reason.
const KeptDesk = lazy(async () => ({
  default: (await import('../content/parts/staff/InstoreAdmin')).KeptDesk,
}))

// Fetched along with what is kept for it.
const KeptPage = lazy(async () => ({ default: (await import('../offline/KeptPage')).KeptPage }))

const EmailNotice = lazy(async () => ({
  default: (await import('../features/account/email/EmailNotice')).EmailNotice,
}))

const ATHLETE = 1
const DESK = pathBelow(ROUTES.instoreAdmin)
const REVEAL = pathBelow(ROUTES.revealDesk)
/** The athlete's own pages, booking among them. */
const OWN = /^\/my-account/

/** Pages that show without a network what their owner last saw. */
const KEPT: Readonly<Record<string, KeptPart | undefined>> = {
  [pathBelow(ROUTES.myAccount)]: 'results',
  [pathBelow(ROUTES.myProgress)]: 'progress',
  [pathBelow(ROUTES.crews)]: 'crews',
}

/** An older server names no pages; the ones that the site knows are all it has. */
const pagesOf = ({ pages }: EventConfig) => pages ?? {}

/** Every page: the item at this path, in its template, with its components. */
export function ContentRoute() {
  const path = pathBelow(useMatch({ strict: false, select: (match) => match.pathname }))
  const config = useQuery({ ...configQuery(), select: pagesOf })
  const id = pageIdAt(path, config.data)
  if (id === null) return <UnknownPage key={path} />
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
    <PrivatePage id={id} desk={path === DESK} reveal={path === REVEAL} kept={KEPT[path]} />
  ) : (
    <AuthoredPage id={id} />
  )
  if (!OWN.test(path)) return page
  return (
    <>
      <OpenEmail />
      {page}
    </>
  )
}

/** Whether the server drew this document, and so has decided about its address. The service worker's shell has no first data. */
const drawn = document.getElementById('first-data') !== null

/** Whether the network was lost since this document was loaded. */
let lost = !isOnline()
onNetwork(() => {
  if (!isOnline()) lost = true
})

const NO_ANSWER = new ApiFailure(NETWORK_CODE, '', 0)

/** An address that this tab does not know: its page may be new or have moved, or only the server draws it (a shared card). */
function UnknownPage() {
  const online = useOnline()
  const here = window.location.pathname === loadedFrom
  // The shell asks by itself only when the network returns: behind a slow server it would reload for ever.
  const ask = online && (!here || (!drawn && lost))
  useEffect(() => {
    if (ask) go(window.location.href)
  }, [ask])
  if (ask) return <PageSkeleton />
  if (here && drawn) return <NotFoundPage />
  return (
    <PageFailed
      title="This page"
      error={NO_ANSWER}
      onRetry={() => {
        if (isOnline()) go(window.location.href)
      }}
      retrying={false}
    />
  )
}

/** Asks an athlete to confirm their address. */
function OpenEmail() {
  const { status, data } = useSession()
  const athlete = status === 'authenticated' && data?.role === ATHLETE
  const profile = useQuery({ ...profileQuery(), enabled: athlete }).data
  const address = athlete && profile ? openAddress(profile) : null
  return (
    address !== null && (
      <ErrorBoundary fallback={null}>
        <Suspense>
          <EmailNotice address={address} />
        </Suspense>
      </ErrorBoundary>
    )
  )
}

interface PrivatePageProps {
  id: string
  desk: boolean
  reveal: boolean
  kept: KeptPart | undefined
}

function PrivatePage({ id, desk, reveal, kept }: PrivatePageProps) {
  const { page } = usePage(id)
  const title = (page && textOf(page.elements, 'title')) || (fallbackPage(id)?.name ?? 'Sixfold')
  const heading = (page && textOf(page.elements, 'headline')) || title
  const [ticket] = page ? partsOfType(page, 'booking-details') : []
  const { crew } = readQuery(useRouterState({ select: ({ location }) => location.searchStr }))
  return (
    <RequireSession
      title={title}
      loading={page && hasOwnHeading(page) && <HeadingAhead page={page} />}
      // A tablet continues with its stored data until somebody signs in.
      offlineStays={desk}
      offline={
        (desk || reveal || kept || id === PAGES.myTests) && (
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
            ) : kept ? (
              <KeptPage title={title} part={kept} crewId={crew || undefined}>
                <AuthoredPage id={id} />
              </KeptPage>
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
  const fallback = fallbackPage(id)
  return (
    <ContentPage id={id} fallback={fallback} missing={<NotFoundPage />}>
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
