import { useIsMutating } from '@tanstack/react-query'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  useSyncExternalStore,
} from 'react'
import { loadSentences } from '../api/load-sentences'
import { onServerNow, serverNowKnown } from '../api/clock'
import { useOnline } from '../api/client/network'
import { isTabletPath, rolesForPath } from '../auth/admin'
import { SIGNED_IN_AGAIN, takeSignOutNotice } from '../auth/sign-out-notice'
import { signInAddress } from '../auth/protocol'
import { useAuth, useSession, useUnreached, type UseSession } from '../auth/SessionProvider'
import { Banner } from '../components/feedback/Notice'
import { FetchedLater } from '../components/FetchedLater'
import { SiteTitle } from '../components/site-title'
import { suppressEnter } from '../components/form/suppress-enter'
import { useAlert } from '../state/alert-store'
import { AlertLine } from './AlertLine'
import { ErrorBoundary } from './ErrorBoundary'
import styles from './AppShell.module.css'
import { Footer } from './navigation/Footer'
import { internalTarget, linkTarget } from './navigation/internal-link'
import { ProgressBar } from './ProgressBar'
import { TopNav } from './navigation/TopNav'
import { SessionEnd } from './session-end/SessionEnd'
import { scrollToTarget } from './scroll/scroll-to'
import { useHashScroll } from './scroll/use-hash-scroll'
import { useReopening } from './use-reopening'
import { useWidthChange } from './use-resize'
import { useSite } from './use-site'

// Comes once it is opened.
const loadMenu = async () => ({ default: (await import('./navigation/SideMenu')).SideMenu })
const SideMenu = lazy(loadMenu)

interface AppShellProps {
  menu: ReactNode
  /** Fetches what draws them. */
  loadEntries?: () => Promise<unknown>
  /** Shown in front of the page. */
  overlay: ReactNode
}

/** Everything around a page: navigation, menu, foot, progress, what happens to the session. */
export function AppShell({ menu, loadEntries, overlay }: AppShellProps) {
  const router = useRouter()
  const location = useRouterState({ select: (state) => state.resolvedLocation ?? state.location })
  const loading = useRouterState({ select: (state) => state.status === 'pending' })
  const working = useIsMutating() > 0
  const { pathname } = location
  // Staff's tools have no foot, and the desk of a tablet is an app of its own: its bar is all the frame that it has.
  const desk = isTabletPath(pathname)
  const tool = rolesForPath(pathname) !== null
  const session = useSession()
  const clockKnown = useSyncExternalStore(onServerNow, serverNowKnown)
  const { unreached } = useUnreached()
  const site = useSite()
  const online = useOnline()
  const [menuOpen, setMenuOpen] = useState(false)
  const [menuWanted, setMenuWanted] = useState(false)

  useReopening(site.maintenance)
  useWidthChange(() => setMenuOpen(false))
  const place = placeIn(location.hash)
  useHashScroll(place, pathname)
  const barred = useRoleGuard(pathname, session)
  useArrival(session.status === 'authenticated')
  const main = useFocusOnPageChange(pathname, place)

  // Links are plain anchors everywhere; here they become page changes without a reload.
  const follow = (event: MouseEvent) => {
    const target = internalTarget(event)
    if (target === null) return
    event.preventDefault()
    setMenuOpen(false)
    const [page, hash = ''] = target.split('#')
    const moved = router.navigate({ href: target })
    // The router takes whatever is behind `#` for a place, and goes to the top only if there is nothing.
    if (placeIn(hash) !== hash) void moved.then(() => window.scrollTo(0, 0))
    // A place on this very page is gone to however often its link is pressed; the router does nothing the second time.
    if (page === pathname) scrollToTarget(hash)
  }
  const prepare = (event: MouseEvent) => {
    const target = linkTarget(event.target)
    if (target) void router.preloadRoute({ to: target.replace(/[?#].*$/, '') }).catch(() => undefined)
  }

  return (
    <SiteTitle value={site.title}>
      <div
        className={styles.shell}
        data-tool={tool || undefined}
        onClick={follow}
        onMouseOver={prepare}
        onKeyDown={suppressEnter}
      >
        <ProgressBar busy={loading || working} />
        <a href="#main" className={styles.skip} onClick={(event) => skipTo(event, main.current)}>
          Skip to the page
        </a>
        {site.maintenance && (
          <Banner tone="info">Half-time: we are working on the site. Your bookings are safe.</Banner>
        )}
        {!desk && (
          <TopNav
            pathname={pathname}
            // If the session cannot be checked, there is nothing to offer.
            status={unreached ? 'loading' : session.status}
            title={site.title}
            logo={site.logo}
            campaign={site.campaign}
            menuOpen={menuOpen}
            onOpenMenu={() => {
              setMenuWanted(true)
              setMenuOpen(true)
            }}
          />
        )}
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          {!barred && <Outlet />}
        </main>
        {!tool && (
          <Footer
            signedIn={session.status === 'authenticated'}
            title={site.title}
            logo={site.logo}
            links={site.links}
          />
        )}
        {!online && (
          <div className={styles.offline}>
            <Banner icon="offline">
              You are offline. What you see may be out of date; it updates once you are back online.
            </Banner>
          </div>
        )}
        <FetchedLater load={loadSentences} />
        {session.data && loadEntries && <FetchedLater load={loadEntries} />}
        {session.data && <FetchedLater load={loadMenu} />}
        {session.data && menuWanted && (
          <ErrorBoundary fallback={null}>
            <Suspense>
              <SideMenu open={menuOpen} onClose={() => setMenuOpen(false)}>
                {menu}
              </SideMenu>
            </Suspense>
          </ErrorBoundary>
        )}
        {session.data && <SessionEnd session={session.data} clockKnown={clockKnown} />}
        {overlay}
        <AlertLine />
      </div>
    </SiteTitle>
  )
}

/** The place on a page that a hash names, if any: `name=value` is something that the page reads. */
const placeIn = (hash: string): string => (hash.includes('=') ? '' : hash)

function skipTo(event: MouseEvent, main: HTMLElement | null) {
  event.preventDefault()
  main?.focus()
  main?.scrollIntoView()
}

/** A new page takes the focus, so that a screen reader starts there and the keyboard continues from its top. */
function useFocusOnPageChange(pathname: string, place: string) {
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current && !place) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [pathname, place])
  return main
}

/**
 * An admin path with the wrong role signs the visitor out (RULES 9.2), one without a session redirects to sign in;
 * neither shows anything of the page. Returns whether that is so. If the session cannot be checked, the page says so
 * itself.
 */
function useRoleGuard(pathname: string, { status, data }: UseSession): boolean {
  const { end } = useAuth()
  const { unreached } = useUnreached()
  const wanted = rolesForPath(pathname)
  const wrong = wanted !== null && data?.role !== undefined && !wanted.includes(data.role)
  const guarded = wanted !== null && !isTabletPath(pathname) && !unreached
  const missing = guarded && status === 'unauthenticated'
  const logOut = useEffectEvent(() => void end('role'))
  useEffect(() => {
    if (wrong) logOut()
    if (missing) window.location.replace(signInAddress(window.location.href))
  }, [wrong, missing])
  return wrong || (guarded && !data)
}

/** A message when the page loads: why the last session ended, or that this window has done its part. */
function useArrival(signedIn: boolean) {
  const show = useAlert((state) => state.show)
  useEffect(() => {
    const notice = takeSignOutNotice()
    if (notice) show(notice)
  }, [show])
  useEffect(() => {
    // Not before the session is known: by then the other tabs have been notified.
    if (!signedIn || window.location.hash !== SIGNED_IN_AGAIN) return
    show({
      tone: 'good',
      message: 'You are signed in again. Close this tab and carry on in the other one.',
      stays: true,
    })
    // Opened by the page that waits for it; where the browser does not let it close, the words stay.
    window.close()
  }, [show, signedIn])
}
