/**
 * The state of a live stream, shared by everything in the tab that watches it. Its connection closes while the tab is
 * hidden and reconnects after every break.
 */
import { isOnline, onNetwork } from '../client/network'
import { Connection, type Source } from './live-connection'

/** `connecting` until the first event, `live`, or `stale`: the page may be out of date. */
export type LiveStatus = 'connecting' | 'live' | 'stale'

/** What is known of every stream; a stream adds what its events say. */
export interface StreamState {
  status: LiveStatus
  /** Since when the status is so, ms by the device. */
  since: number
}

/** `shown` pauses in a hidden tab; `always` is for an unattended screen. */
export type Watch = 'shown' | 'always'

/** A break as short as this is not shown. */
export const GRACE_MS = 2500
/** A tab that has been hidden for this long disconnects. */
export const HIDDEN_MS = 60_000
/** Keeps the connection for the next page. */
const LINGER_MS = 5000
/**
 * How long it may be silent before the line is checked: comments keep it open, but EventSource does not report them.
 */
const SILENCE_MS = { shown: 300_000, always: 40_000 }

export class StreamStore<S extends StreamState, K extends string> {
  #state: S
  readonly #taken: (kind: K, data: unknown) => Partial<S>
  readonly #watchers = new Map<() => void, Watch>()
  readonly #connection: Connection<K>
  #grace = 0
  #hidden = 0
  #linger = 0
  #stopNetwork = (): void => undefined

  /** `taken` is what an event changes. */
  constructor(from: Source<K>, beginning: S, taken: (kind: K, data: unknown) => Partial<S>) {
    this.#state = beginning
    this.#taken = taken
    this.#connection = new Connection(
      from,
      {
        opened: () => this.#became('live'),
        frame: (kind, data) => this.#heard(kind, data),
        lost: () => this.#lost(),
      },
      () => SILENCE_MS[this.#never() ? 'always' : 'shown'],
    )
  }

  readonly read = (): S => this.#state

  watch(changed: () => void, how: Watch): () => void {
    if (typeof EventSource === 'undefined') return () => undefined
    clearTimeout(this.#linger)
    if (this.#watchers.size === 0) this.#listen(true)
    this.#watchers.set(changed, how)
    this.#follow()
    return () => {
      this.#watchers.delete(changed)
      clearTimeout(this.#linger)
      this.#linger = window.setTimeout(() => {
        if (this.#watchers.size > 0) return
        this.#listen(false)
        this.#rest()
      }, LINGER_MS)
    }
  }

  #never = () => [...this.#watchers.values()].includes('always')

  /** Opens it while somebody watches; a tab that was never visible waits. */
  readonly #follow = (): void => {
    const looked = document.visibilityState === 'visible' || this.#never()
    if (looked) {
      clearTimeout(this.#hidden)
      this.#hidden = 0
      if (!this.#connection.isOpen) this.#connection.open()
    } else if (this.#connection.isOpen && this.#hidden === 0)
      this.#hidden = window.setTimeout(() => this.#rest(), HIDDEN_MS)
  }

  readonly #rest = (): void => {
    clearTimeout(this.#grace)
    clearTimeout(this.#hidden)
    this.#grace = this.#hidden = 0
    this.#connection.close()
    this.#turn('connecting')
  }

  readonly #network = (): void => {
    if (!isOnline()) this.#became('stale')
    else if (this.#connection.isOpen && this.#state.status !== 'live') this.#connection.open()
  }

  #listen(on: boolean): void {
    const change = on ? 'addEventListener' : 'removeEventListener'
    this.#stopNetwork()
    if (on) this.#stopNetwork = onNetwork(this.#network)
    document[change]('visibilitychange', this.#follow)
    // A page in the back-forward cache must not hold a connection.
    window[change]('pagehide', this.#rest)
    window[change]('pageshow', this.#follow)
  }

  #heard(kind: K, data: unknown): void {
    this.#became('live')
    this.#set(this.#taken(kind, data))
  }

  #lost(): void {
    if (this.#grace !== 0 || this.#state.status === 'stale') return
    this.#grace = window.setTimeout(() => this.#became('stale'), GRACE_MS)
  }

  #became(status: LiveStatus): void {
    clearTimeout(this.#grace)
    this.#grace = 0
    if (status !== this.#state.status) this.#turn(status)
  }

  #turn(status: LiveStatus): void {
    this.#state = { ...this.#state, status, since: Date.now() }
    this.#tell()
  }

  #set(change: Partial<S>): void {
    this.#state = { ...this.#state, ...change }
    this.#tell()
  }

  #tell(): void {
    this.#watchers.forEach((_, changed) => changed())
  }
}
