import { useIsMutating } from '@tanstack/react-query'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react'
import { serverNowKnown } from '../api/clock'
import { roleForPath } from '../auth/admin'
import { useAuth, useSession } from '../auth/SessionProvider'
import { Banner } from '../components/Notice'
import { SiteTitle } from '../components/site-title'
import { suppressEnter } from '../components/suppress-enter'
import { paths } from '../paths'
import { AlertLine } from './AlertLine'
import styles from './AppShell.module.css'
import { Footer } from './Footer'
import { internalTarget, linkTarget } from './internal-link'
import { ProgressBar } from './ProgressBar'
import { TopNav } from './TopNav'
import { useHashScroll } from './use-hash-scroll'
import { useOnline } from './use-online'
import { useWidthChange } from './use-resize'
import { useSite } from './use-site'

// Only people who are signed in need these.
const SideMenu = lazy(async () => ({ default: (await import('./SideMenu')).SideMenu }))
const SessionEnd = lazy(async () => ({ default: (await import('./SessionEnd')).SessionEnd }))

/** Everything around a page: navigation, menu, foot, progress, what happens to the session. */
export function AppShell() {
  const router = useRouter()
  const location = useRouterState({ select: (state) => state.resolvedLocation ?? state.location })
  const loading = useRouterState({ select: (state) => state.status === 'pending' })
  const working = useIsMutating() > 0
  const { pathname } = location
  const session = useSession()
  const site = useSite()
  const online = useOnline()
  const [menuOpen, setMenuOpen] = useState(false)

  useWidthChange(() => setMenuOpen(false))
  useHashScroll(location.hash, pathname)
  useRoleGuard(pathname, session.data?.role ?? null)
  const main = useFocusOnPageChange(pathname, location.hash)

  // Links are plain anchors everywhere; here they become page changes without a reload.
  const follow = (event: MouseEvent) => {
    const target = internalTarget(event)
    if (target === null) return
    event.preventDefault()
    setMenuOpen(false)
    void router.navigate({ href: target })
  }
  const prepare = (event: MouseEvent) => {
    const target = linkTarget(event.target)
    if (target) void router.preloadRoute({ to: target.replace(/[?#].*$/, '') }).catch(() => undefined)
  }

  return (
    <SiteTitle value={site.title}>
      <div className={styles.shell} onClick={follow} onMouseOver={prepare} onKeyDown={suppressEnter}>
        <ProgressBar busy={loading || working} />
        <a href="#main" className={styles.skip} onClick={(event) => skipTo(event, main.current)}>
          Skip to the page
        </a>
        {site.maintenance && (
          <Banner tone="info">Half-time: we are working on the site. Your bookings are safe.</Banner>
        )}
        <TopNav
          pathname={pathname}
          status={session.status}
          title={site.title}
          logo={site.logo}
          campaign={site.campaign}
          menuOpen={menuOpen}
          onOpenMenu={() => setMenuOpen(true)}
        />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
        <Footer
          signedIn={session.status === 'authenticated'}
          title={site.title}
          logo={site.logo}
          links={site.links}
        />
        {!online && (
          <div className={styles.offline}>
            <Banner icon="offline">
              You are offline. What you see may be out of date; we catch up by ourselves.
            </Banner>
          </div>
        )}
        {session.data && (
          <Suspense>
            <SideMenu open={menuOpen} pathname={pathname} onClose={() => setMenuOpen(false)} />
            <SessionEnd session={session.data} clockKnown={serverNowKnown()} />
          </Suspense>
        )}
        <AlertLine />
      </div>
    </SiteTitle>
  )
}

function skipTo(event: MouseEvent, main: HTMLElement | null) {
  event.preventDefault()
  main?.focus()
  main?.scrollIntoView()
}

/** A new page takes the focus, so that a screen reader starts there and the keyboard goes on from its top. */
function useFocusOnPageChange(pathname: string, hash: string) {
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current && !hash) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [pathname, hash])
  return main
}

/** An admin path with the wrong role logs the visitor out (spec §6). */
function useRoleGuard(pathname: string, role: number | null) {
  const { signOut } = useAuth()
  const wanted = roleForPath(pathname)
  const wrong = wanted !== null && role !== null && role !== wanted
  const logOut = useEffectEvent(() => {
    signOut().catch(() => window.location.assign(paths.home()))
  })
  useEffect(() => {
    if (wrong) logOut()
  }, [wrong])
}
