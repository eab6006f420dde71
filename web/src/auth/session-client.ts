/**
 * The session as a state machine: `loading` until the first fetch ends, then `authenticated` or
 * `unauthenticated` (spec §4). Knows no React; the provider subscribes.
 */
import { hearOtherTabs, tellOtherTabs } from './broadcast'
import { fetchSession, postCredentials, postSignOut, type SignInResult } from './protocol'
import { LOADING, SIGNED_OUT, type Session, type SessionState } from './session'

export interface SessionClientOptions {
  /** Ask again when the tab comes back to the front. */
  refetchOnWindowFocus?: boolean
  /** Ask again every so many seconds; 0 for never. */
  refetchInterval?: number
  refetchWhenOffline?: boolean
  /** The person is gone, or another one came: what was theirs must go. */
  onCleared?: () => void | Promise<void>
}

export class SessionClient {
  #state: SessionState = LOADING
  readonly #listeners = new Set<() => void>()
  readonly #options: SessionClientOptions
  // Only the answer to the latest question counts.
  #asked = 0

  constructor(options: SessionClientOptions = {}) {
    this.#options = options
  }

  readonly getState = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts asking and listening; gives the way to stop. */
  start(): () => void {
    const { refetchOnWindowFocus = true, refetchInterval = 0, refetchWhenOffline = false } = this.#options
    void this.refetch()
    const stops = [hearOtherTabs(() => void this.refetch())]
    if (refetchOnWindowFocus) {
      const focus = () => {
        if (document.visibilityState === 'visible') void this.refetch()
      }
      document.addEventListener('visibilitychange', focus)
      stops.push(() => document.removeEventListener('visibilitychange', focus))
    }
    if (refetchInterval > 0) {
      const poll = () => {
        if (this.#state.data && (refetchWhenOffline || navigator.onLine)) void this.refetch()
      }
      const timer = window.setInterval(poll, refetchInterval * 1000)
      stops.push(() => window.clearInterval(timer))
    }
    return () => stops.forEach((stop) => stop())
  }

  /** Asks the server who is signed in. A question that failed leaves a known session as it is. */
  async refetch(): Promise<Session | null> {
    const asked = (this.#asked += 1)
    const answer = await fetchSession()
    if (asked !== this.#asked) return this.#state.data ?? null
    if (answer === null && this.#state.data) return this.#state.data
    this.#enter(answer === null || answer === 'none' ? null : answer)
    return this.#state.data ?? null
  }

  /** Signs in with our own accounts; the session is fresh when it resolves. */
  async signIn(
    fields: { emailAddress: string; password: string },
    callbackUrl = window.location.href,
  ): Promise<SignInResult> {
    const result = await postCredentials(fields, callbackUrl)
    if (result.ok) {
      await this.refetch()
      tellOtherTabs('getSession')
    }
    return result
  }

  /** Signs out here and in every tab; gives the address to go to. Throws when the server was not reached. */
  async signOut(callbackUrl: string): Promise<string> {
    const url = await postSignOut(callbackUrl)
    this.#asked += 1
    await this.#clear()
    tellOtherTabs('signout')
    this.#set(SIGNED_OUT)
    return url
  }

  #enter(session: Session | null): void {
    const before = this.#state.data
    if (before && before.uaid !== session?.uaid) void this.#clear()
    this.#set(session ? { status: 'authenticated', data: session } : SIGNED_OUT)
  }

  async #clear(): Promise<void> {
    await this.#options.onCleared?.()
  }

  #set(next: SessionState): void {
    const same =
      next.status === this.#state.status && JSON.stringify(next.data) === JSON.stringify(this.#state.data)
    if (same) return
    this.#state = next
    this.#listeners.forEach((listener) => listener())
  }
}
