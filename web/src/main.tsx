import '@fontsource-variable/archivo/wdth.css'
import './components/tokens.css'
import './components/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenProfileSaved, whenRegistered } from './api/calls'
import { ApiFailure } from './api/failure'
import { profileQuery, queryKeys } from './api/queries'
import { keepFarewell } from './auth/farewell'
import { followSession } from './auth/follow-session'
import { go } from './auth/protocol'
import { SessionClient } from './auth/session-client'
import { SessionProvider } from './auth/SessionProvider'
import { paths, ROUTES } from './paths'
import { router } from './routes'
import { ErrorBoundary } from './shell/ErrorBoundary'
import { useAuthData } from './state/auth-store'
import { updatedLocally } from './state/local-profile'
import { purgeState, resetState } from './state/resets'

const TRIES = 2

/** The sign-in page sees to its own way on; the others are where a registration goes. */
const REGISTRATION_PAGES: readonly string[] = [
  ROUTES.login,
  ROUTES.register,
  ROUTES.userRegistration,
  ROUTES.accountInformation,
  ROUTES.signupCompletion,
]

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server refused it refuses again; only a lost answer is worth another try.
      retry: (failures, error) =>
        failures < TRIES && (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: true,
    },
  },
})

const session = new SessionClient({
  purge: (everywhere) => {
    // What is under way is dropped with its query, so that it cannot land after this.
    void queryClient.cancelQueries({ queryKey: queryKeys.mine })
    queryClient.removeQueries({ queryKey: queryKeys.mine })
    queryClient.getMutationCache().clear()
    if (everywhere) return purgeState()
    resetState()
  },
  // Loaded anew, so that nothing of the person is left in memory either.
  leave: (why, url) => {
    keepFarewell(why, window.location.pathname + window.location.search)
    go(url ?? paths.home())
  },
})

// Whoever has just signed in and has no profile yet goes on with sign-up, unless they are there already.
followSession(session, () => {
  const { pathname } = window.location
  if (REGISTRATION_PAGES.includes(pathname)) return
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
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <SessionProvider client={session}>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)
