import '@fontsource-variable/archivo/wdth.css'
import './components/fonts.css'
import './components/tokens.css'
import './components/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchConfig, whenProfileSaved, whenRegistered } from './api/calls'
import { isOnline } from './api/client/network'
import { whenMustWait } from './api/client/waiting-room'
import { configQuery, profileQuery, queryKeys } from './api/queries'
import { makeQueryClient } from './api/query-client'
import { keepSignOutNotice } from './auth/sign-out-notice'
import { followSession } from './auth/follow-session'
import { restoreHash } from './auth/kept-hash'
import { nextPage } from './auth/next-page'
import { go } from './auth/protocol'
import { dropsKept, leavesDevice } from './auth/session'
import { SessionClient } from './auth/session-client'
import { SessionProvider } from './auth/SessionProvider'
import './install/prompt'
import { hasDevice } from './notifications/has-device'
import { keepServerDrawn } from './first-html/server-drawn'
import { seedFirstData } from './first-html/first-data'
import { dropLastSeen, dropTicket } from './offline/drop-ticket'
import { watchTyping } from './offline/typing'
import { paths, ROUTES } from './paths'
import { router } from './routes'
import { ErrorBoundary } from './shell/ErrorBoundary'
import { loadInPlace } from './shell/session-end/load-in-place'
import { useAuthData } from './state/auth-store'
import { updatedLocally } from './state/local-profile'
import { purgeState, resetState } from './state/resets'

/** Before each try for a page's code at the start; the first lets a press or a scroll through. */
const PAUSES_MS = [0, 1000, 4000]

/** How long a page whose code is here waits for the answers. */
const PATIENCE_MS = 500

/** How long a first visit has the machine and the network to itself. */
const FIRST_VISIT_MS = 5000

/** The sign-in pages decide themselves where to go next; the others are where a registration goes. */
const REGISTRATION_PAGES: readonly string[] = [
  ROUTES.login,
  ROUTES.signInLink,
  ROUTES.register,
  ROUTES.userRegistration,
  ROUTES.accountInformation,
  ROUTES.signupCompletion,
]

const queryClient = makeQueryClient()

// Loaded with what works without a network, so it is here by the time that somebody signs out.
const ownDevice = () => import('./notifications/own-device').catch(() => null)

const dropDevice = async () => {
  if (hasDevice()) await ownDevice().then((device) => device?.dropSubscription())
}

const session = new SessionClient({
  beforeSignOut: async () => {
    if (hasDevice()) await ownDevice().then((device) => device?.leaveDevice())
  },
  stays: (why) =>
    loadInPlace().then(
      (inPlace) => inPlace.stays(why),
      () => false,
    ),
  purge: async (everywhere, why) => {
    const kept = dropsKept(why) ? Promise.all([dropTicket(), dropLastSeen()]) : null
    const device = leavesDevice(why) ? dropDevice() : null
    // What is under way is dropped with its query, so that it cannot land after this.
    void queryClient.cancelQueries({ queryKey: queryKeys.mine })
    queryClient.removeQueries({ queryKey: queryKeys.mine })
    queryClient.getMutationCache().clear()
    if (everywhere) await purgeState()
    else resetState()
    await Promise.all([kept, device])
  },
  // A full load, so that no personal data is left in memory either.
  leave: (why, url) => {
    const { pathname, search, hash } = window.location
    // Behind `#` is the secret of the screen at the door, or of a crew's invitation.
    const here = pathname + search + hash
    keepSignOutNotice(why, here)
    const fullscreen = document.documentElement.dataset.fullscreen === 'true'
    go(nextPage(why, url, { here, fullscreen, online: isOnline() }))
  },
  learnTime: () => fetchConfig(),
})

/** Sign-up leads back to this page at its end. */
async function keepReturnTo(returnTo: string) {
  const { useSignUpDraft } = await import('./features/account/draft')
  useSignUpDraft.getState().keep({ returnTo })
}

// Somebody who has just signed in without a profile continues with sign-up, unless they are there already.
followSession(session, () => {
  const { pathname, search, hash } = window.location
  if (REGISTRATION_PAGES.includes(pathname)) return
  void keepReturnTo(pathname + search + hash).catch(() => undefined)
  void router.navigate({ href: paths.signupCompletion(), replace: true })
})
whenRegistered(() =>
  useAuthData.getState().update({ isRedirect: false, temp: null, userProfileRegistration: false }),
)

whenProfileSaved((fields) =>
  queryClient.setQueryData(profileQuery().queryKey, (profile) => profile && updatedLocally(profile, fields)),
)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

watchTyping()
whenMustWait(() =>
  import('./waiting-room/leave').then(
    ({ leave }) => leave(),
    // The page stays, with the refusal. The next one tries again.
    () => undefined,
  ),
)
seedFirstData(queryClient)
restoreHash()
router.update({ context: { queries: queryClient } })

// From the first picture on the page says its name and description itself.
const served = document.head.querySelectorAll('title, meta[name="description"]')

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

// Asked while the page's code is on its way, so that the page is drawn once, with the answers.
const answers = wait(0).then(() => Promise.all([session.begin(), queryClient.prefetchQuery(configQuery())]))

// The server's markup stays until the page can replace it at once; a component that failed to load is loaded again.
if (root.hasChildNodes()) {
  keepServerDrawn(root)
  for (const pause of PAUSES_MS) {
    await wait(pause)
    await router.load()
    if (!router.state.matches.some(({ status }) => status === 'error')) break
  }
  await Promise.race([answers, wait(PATIENCE_MS)])
}

function DropServedHead() {
  useEffect(() => served.forEach((element) => element.remove()), [])
  return null
}

// In slices, so that a press or a scroll meanwhile is not kept waiting.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <DropServedHead />
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <SessionProvider client={session}>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  ),
)

if (import.meta.env.PROD) {
  const start = async () => {
    // On a first visit the worker loads the whole shell: the page that somebody waits for goes first.
    if (!navigator.serviceWorker?.controller) await wait(FIRST_VISIT_MS)
    await import('./offline/start')
      .then(({ startOffline }) => startOffline(session, queryClient))
      .catch(() => undefined)
  }
  if (document.readyState === 'complete') void start()
  else window.addEventListener('load', () => void start(), { once: true })
}
