/**
 * The session as a state machine: `loading` until the first fetch ends, then `authenticated` or
 * `unauthenticated` (RULES 10.6). Knows no React; the provider subscribes.
 */
import { learnServerNow, serverNow, serverNowInDoubt } from '../api/clock'
import { isOnline, onNetwork } from '../api/client/network'
import { Listeners } from '../api/listeners'
import { hearOtherTabs, tellOtherTabs } from './broadcast'
import { keepFresh, type Freshness } from './freshness'
import { sessionRemaining } from './lifetime'
import { fetchSession, postSession, postSignOut } from './protocol'
import { LOADING, SIGNED_OUT, type Session, type SessionState, type SignOutReason } from './session'

export interface SessionClientOptions extends Freshness {
  /** Called before somebody signs out, while the session is still there; must not take long. */
  beforeSignOut?: () => Promise<void>
  /**
   * Whether the page stays as it is when a session has ended, and asks the same person to sign in again. Without it no page
   * does.
   */
  stays?: (why: SignOutReason) => boolean | Promise<boolean>
  /**
   * Removes personal data. `everywhere`: including storage; without it the storage belongs to the next person, who
   * signed in from another tab.
   */
  purge?: (everywhere: boolean, why: SignOutReason) => void | Promise<void>
  /** Leaves the page once everything is purged. Without it the page stays, with the status `unauthenticated`. */
  leave?: (why: SignOutReason, url: string | null) => void
  /** Learns the server's time anew, when the device's clock may have been set. */
  learnTime?: () => Promise<unknown>
}

const isOver = ({ stamp }: Session): boolean => sessionRemaining(stamp, serverNow()).is === 'over'

export class SessionClient {
  #state: SessionState = LOADING
  readonly #listeners = new Listeners()
  readonly #options: SessionClientOptions
  // Only the answer to the latest request counts.
  #asked = 0
  #first: Promise<Session | null> | undefined
  // The last request failed: it is unknown whether somebody is signed in.
  #unsure = false
  // While leaving, the status stays `loading`, so that no page redirects to the sign-in page.
  #leaving = false
  // A deletion of the account was sent and got no answer.
  #perhapsDeleted = false
  // Calls that are refused together check the session once.
  #check: Promise<unknown> | undefined

  constructor(options: SessionClientOptions = {}) {
    this.#options = options
  }

  readonly getState = (): SessionState => this.#state

  /** Whether the last request failed: it is unknown whether somebody is signed in. */
  readonly isUnsure = (): boolean => this.#unsure

  readonly subscribe = this.#listeners.add

  /** The first request, made once however often this is called; a page that is about to render calls it early. */
  readonly begin = (): Promise<Session | null> => (this.#first ??= this.#ask({ tell: true }))

  /** Starts checking and listening; returns the function that stops it. */
  start(): () => void {
    void this.begin()
    const stops = [
      hearOtherTabs((trigger) => {
        void this.#ask({ why: trigger === 'signout' ? 'elsewhere' : 'ended' })
      }),
      // Without a session, a new one is announced by the tab where it began.
      keepFresh(this.#options, () => {
        if (this.#state.data || this.#unsure) void this.#ask({ tell: true })
      }),
      this.#hearReturn(),
      // A session that could not be fetched is fetched once the server can be reached.
      onNetwork(() => {
        if (this.#unsure && isOnline()) void this.#ask({})
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** A page restored from the back-forward cache shows whoever was signed in when it was left. */
  #hearReturn(): () => void {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      this.#leaving = false
      void this.#ask({})
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }

  /** Fetches the session; null if nobody is signed in, or if the request failed: a known session then stays. */
  readonly refetch = (): Promise<Session | null> => this.#ask({})

  /**
   * Notes whether a deletion of the account was sent and got no answer. A session that is gone then has most likely gone with its
   * account: no page waits for its person to sign in again (RULES 9.8).
   */
  readonly noteDeletion = (unanswered: boolean): void => {
    this.#perhapsDeleted = unanswered
    if (unanswered) void this.#ask({})
  }

  /**
   * After a refused call: checks the session and, if it is lost, waits until its person has signed in again. False if there is
   * nothing to wait for, or if they have gone.
   */
  readonly regain = async (): Promise<boolean> => {
    await (this.#check ??= this.refetch().finally(() => (this.#check = undefined)))
    if (!this.#state.lost) return false
    await new Promise<void>((done) => {
      const stop = this.subscribe(() => {
        if (this.#state.lost) return
        stop()
        done()
      })
    })
    return this.#state.status === 'authenticated'
  }

  /**
   * `tell`: notify the other tabs too; `began`: a session that has just begun here sets the time; `why` applies if nobody is
   * signed in any more.
   */
  async #ask({
    tell = false,
    began = false,
    why = 'ended',
  }: {
    tell?: boolean
    began?: boolean
    why?: SignOutReason
  }): Promise<Session | null> {
    const answer = await this.#fetch()
    if (tell) tellOtherTabs('getSession')
    if (answer === undefined) return this.#state.data ?? null
    if (answer === null && this.#state.data) return null
    if (began && answer !== null && answer !== 'none') learnServerNow(new Date(answer.stamp).toISOString())
    await this.#enter(answer === 'none' ? null : answer, why, began)
    return this.#state.data ?? null
  }

  /** The session as `fetchSession` has it; undefined if it was requested again meanwhile. */
  async #fetch(): Promise<Session | 'none' | null | undefined> {
    const asked = (this.#asked += 1)
    const answer = await fetchSession()
    if (asked !== this.#asked) return undefined
    const wasUnsure = this.#unsure
    this.#unsure = answer === null
    // Certainty may have changed though the state has not.
    if (wasUnsure && answer === 'none') this.#listeners.tell()
    return answer
  }

  /**
   * Fetches the session that has just begun; `began`: here, so that it sets the time. `unsure` if that failed, `none` if there is
   * none.
   */
  async takeUp(began: boolean): Promise<'there' | 'unsure' | 'none'> {
    await this.#ask({ tell: true, began })
    // A page that is being left for somebody else who has signed in has no session either.
    if (this.#leaving || (this.#state.data && !this.#state.lost)) return 'there'
    return this.#unsure ? 'unsure' : 'none'
  }

  /** Signs out here and in every tab, and goes where the server says. Throws when the server was not reached. */
  async signOut(callbackUrl: string, why: SignOutReason = 'signedOut'): Promise<void> {
    await this.#options.beforeSignOut?.()
    const url = await postSignOut(callbackUrl)
    await this.#signedOut(why, url)
  }

  /**
   * Signs out even if the server is not reached: for this page the session is over. `signOutUrl` leads to the provider's own
   * sign-out, for a session that the server has ended already.
   */
  async end(why: SignOutReason, callbackUrl: string, signOutUrl?: string | null): Promise<void> {
    const url = await postSignOut(callbackUrl).catch(() => null)
    await this.#signedOut(why, signOutUrl ?? url)
  }

  /**
   * Signs out after 58 minutes by this page's clock. The server is asked first: while the page slept, a session may have begun
   * in another tab, which has the same cookie; and the device's clock may have been set. A page that cannot ask signs out all
   * the same, and ends nothing on the server.
   */
  async expire(callbackUrl: string): Promise<void> {
    const { data } = this.#state
    if (!data || !isOver(data)) return
    const answer = await this.#fetch()
    if (answer === undefined) return this.expire(callbackUrl)
    if (answer === null) return this.#signedOut('over', null)
    if (answer === 'none') return this.#enter(null, 'over', false)
    if (answer.stamp !== data.stamp) return this.#enter(answer, 'over', false)
    if (serverNowInDoubt()) await this.#options.learnTime?.().catch(() => undefined)
    if (this.#state.data?.stamp === data.stamp && isOver(data)) await this.end('over', callbackUrl)
  }

  async #signedOut(why: SignOutReason, url: string | null): Promise<void> {
    this.#asked += 1
    await this.#letGo(why, true, url, SIGNED_OUT, () => tellOtherTabs('signout'))
  }

  /**
   * Merges `data` into the session on the server; `loading` meanwhile. Returns the new session, null if that failed.
   */
  async update(data?: unknown): Promise<Session | null | undefined> {
    const before = this.#state
    if (before.status !== 'authenticated') return undefined
    this.#set({ ...before, status: 'loading' })
    const asked = (this.#asked += 1)
    const answer = await postSession(data)
    if (asked !== this.#asked) return this.#state.data ?? null
    if (answer === null || answer === 'none') {
      this.#set(before)
      return null
    }
    await this.#enter(answer, 'ended', false)
    tellOtherTabs('getSession')
    return answer
  }

  /** `began`: it has begun here, so what is stored is not its own yet. */
  async #enter(session: Session | null, why: SignOutReason, began: boolean): Promise<void> {
    if (this.#leaving) return
    // It was not carried out.
    if (session) this.#perhapsDeleted = false
    const before = this.#state.data
    const next: SessionState = session ? { status: 'authenticated', data: session } : SIGNED_OUT
    if (!before || before.uaid === session?.uaid) return this.#set(next)
    const over = isOver(before)
    if (!session && !over && why === 'ended' && this.#perhapsDeleted)
      return this.#signedOut('perhapsDeleted', null)
    const reason = session ? 'replaced' : over ? 'over' : why
    await this.#letGo(reason, began || session === null, null, next)
  }

  /**
   * Hides personal data, then deletes it, then leaves the page or stays. On a page that waits, all is kept: the session is
   * lost, and may come back.
   */
  async #letGo(
    why: SignOutReason,
    everywhere: boolean,
    url: string | null,
    next: SessionState,
    purged: () => void = () => undefined,
  ): Promise<void> {
    const asked = this.#asked
    const { data } = this.#state
    const ended = why === 'ended' || why === 'over'
    if (data && ended && (await this.#options.stays?.(why))) {
      if (asked === this.#asked) this.#set({ status: 'authenticated', data, lost: true })
      return
    }
    if (this.#leaving) return
    this.#leaving = this.#options.leave !== undefined
    if (this.#options.purge) {
      this.#set(LOADING)
      await this.#options.purge(everywhere, why)
    }
    purged()
    if (this.#options.leave) this.#options.leave(why, url)
    else if (asked === this.#asked) this.#set(next)
  }

  #set(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return
    this.#state = next
    this.#listeners.tell()
  }
}
