import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { whenUnauthorised } from '../api/client/client'
import { paths } from '../paths'
import { signInAddress } from './protocol'
import type { Session, SessionState, SignOutReason } from './session'
import type { SessionClient } from './session-client'

const Client = createContext<SessionClient | null>(null)

/** Provides the session, and keeps it fresh. */
export function SessionProvider({ client, children }: { client: SessionClient; children: ReactNode }) {
  useEffect(() => {
    const stop = client.start()
    whenUnauthorised(client.regain)
    return () => {
      whenUnauthorised(null)
      stop()
    }
  }, [client])
  return <Client value={client}>{children}</Client>
}

/** The session itself, for what is done with it outside of drawing. */
export function useSessionClient(): SessionClient {
  const client = use(Client)
  // As next-auth words it.
  if (!client) throw new Error('React Context is unavailable in Server Components')
  return client
}

export type UseSession = SessionState & {
  /** Merges `data` into the session on the server; does nothing if nobody is signed in. */
  update: (data?: unknown) => Promise<Session | null | undefined>
}

export interface UseSessionOptions {
  /** The page needs a session: a visitor without one is redirected to sign in and returns. */
  required?: boolean
  /** Called instead of the redirect. */
  onUnauthenticated?: () => void
}

/** The session. With `required` the status is never `unauthenticated`: it stays `loading` during the redirect. */
export function useSession({ required = false, onUnauthenticated }: UseSessionOptions = {}): UseSession {
  const client = useSessionClient()
  const state = useSyncExternalStore(client.subscribe, client.getState)
  const missing = required && state.status === 'unauthenticated'
  useEffect(() => {
    if (!missing) return
    if (onUnauthenticated) onUnauthenticated()
    else window.location.replace(signInAddress(window.location.href))
  }, [missing, onUnauthenticated])
  const update = (data?: unknown) => client.update(data)
  if (missing) return { status: 'loading', data: undefined, update }
  return { ...state, update }
}

/** Whether the session could not be checked, and a function to check it again. */
export function useUnreached(): { unreached: boolean; ask: () => Promise<unknown> } {
  const client = useSessionClient()
  return { unreached: useSyncExternalStore(client.subscribe, client.isUnsure), ask: client.refetch }
}

export interface AuthActions {
  /**
   * Clears what was stored, then goes to the homepage (or where the server says). Throws when the server was not
   * reached.
   */
  signOut: () => Promise<void>
  /**
   * Signs out, whether or not the server is reached, and says why on the homepage. `signOutUrl`: where the provider ends its own
   * session, if the server has said so.
   */
  end: (why: SignOutReason, signOutUrl?: string | null) => Promise<void>
  /** Signs out after 58 minutes, unless the server has a session that goes on. */
  expire: () => Promise<void>
  /** Notes whether a deletion of the account was sent and got no answer. */
  noteDeletion: (unanswered: boolean) => void
}

const homeAddress = () => new URL(paths.home(), window.location.origin).href

/** Signing out; `useSignIn` signs in. */
export function useAuth(): AuthActions {
  const client = useSessionClient()
  return useMemo(
    () => ({
      signOut: () => client.signOut(homeAddress()),
      end: (why, signOutUrl) => client.end(why, homeAddress(), signOutUrl),
      expire: () => client.expire(homeAddress()),
      noteDeletion: client.noteDeletion,
    }),
    [client],
  )
}
