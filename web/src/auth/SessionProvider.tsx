import { createContext, use, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { whenUnauthorised } from '../api/client'
import { paths } from '../paths'
import { signInAddress, type SignInResult } from './protocol'
import type { Session, SessionState } from './session'
import type { SessionClient } from './session-client'

const Client = createContext<SessionClient | null>(null)

/** Gives the session to everything below it, and keeps it fresh. */
export function SessionProvider({ client, children }: { client: SessionClient; children: ReactNode }) {
  useEffect(() => {
    const stop = client.start()
    whenUnauthorised(() => void client.refetch())
    return () => {
      whenUnauthorised(null)
      stop()
    }
  }, [client])
  return <Client value={client}>{children}</Client>
}

function useClient(): SessionClient {
  const client = use(Client)
  // The specification's own words (§8).
  if (!client) throw new Error('React Context is unavailable in Server Components')
  return client
}

export type UseSession = SessionState & { update: () => Promise<Session | null> }

export interface UseSessionOptions {
  /** The page needs a session: a visitor without one is sent to sign in and comes back. */
  required?: boolean
  /** What to do instead of sending them. */
  onUnauthenticated?: () => void
}

/** Who is signed in. With `required` the status is never `unauthenticated` for longer than the way out takes. */
export function useSession({ required = false, onUnauthenticated }: UseSessionOptions = {}): UseSession {
  const client = useClient()
  const state = useSyncExternalStore(client.subscribe, client.getState)
  const missing = required && state.status === 'unauthenticated'
  useEffect(() => {
    if (!missing || leaving) return
    if (onUnauthenticated) onUnauthenticated()
    else window.location.replace(signInAddress(window.location.href))
  }, [missing, onUnauthenticated])
  if (missing) return { status: 'loading', data: undefined, update: () => client.refetch() }
  return { ...state, update: () => client.refetch() }
}

// A sign-out is on its way home: a page that needs a session must not send to the sign-in page meanwhile.
let leaving = false

export interface AuthActions {
  signIn: (fields: { emailAddress: string; password: string }, callbackUrl?: string) => Promise<SignInResult>
  /** Purges what was kept, then goes home (or where the server says). Throws when the server was not reached. */
  signOut: () => Promise<void>
}

/** Signing in and out. */
export function useAuth(): AuthActions {
  const client = useClient()
  return {
    signIn: (fields, callbackUrl) => client.signIn(fields, callbackUrl),
    signOut: async () => {
      leaving = true
      try {
        const url = await client.signOut(new URL(paths.home(), window.location.origin).href)
        window.location.assign(url)
      } catch (cause) {
        leaving = false
        throw cause
      }
    },
  }
}
