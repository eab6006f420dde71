import '@fontsource-variable/archivo/wdth.css'
import './components/tokens.css'
import './components/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenProfileSaved } from './api/calls'
import { ApiFailure } from './api/failure'
import { profileQuery, queryKeys } from './api/queries'
import { SessionClient } from './auth/session-client'
import { SessionProvider } from './auth/SessionProvider'
import { router } from './routes'
import { ErrorBoundary } from './shell/ErrorBoundary'
import { useAuthData } from './state/auth-store'
import { updatedLocally } from './state/local-profile'
import { purgeState } from './state/resets'

const TRIES = 2

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
  onCleared: async () => {
    await queryClient.cancelQueries({ queryKey: queryKeys.mine })
    queryClient.removeQueries({ queryKey: queryKeys.mine })
    queryClient.getMutationCache().clear()
    await purgeState()
  },
})

// The auth state of the page follows the session, also where it was kept from an earlier visit.
function followSession() {
  const { status, data } = session.getState()
  const { uaid, update, reset } = useAuthData.getState()
  if (status === 'unauthenticated' && uaid !== null) reset()
  if (!data) return
  const { role, stamp, token = null } = data
  update({ isAuthenticated: true, role, stamp, token, uaid: data.uaid })
}
session.subscribe(followSession)
useAuthData.persist.onFinishHydration(followSession)

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
