/**
 * Live data: the board of the running season, the reveal, and whether the settings have changed. One connection per
 * tab, shared by everything that watches; it closes while the tab is hidden and reconnects after every break.
 */
import { useSyncExternalStore } from 'react'
import type { Answer } from '../contract'
import { Connection, type FrameKind } from './live-connection'
import { isOnline, onNetwork } from '../client/network'
import type { Leaderboard } from '../types'

/** `connecting` until the first event, `live`, or `stale`: the page may be out of date. */
export type LiveStatus = 'connecting' | 'live' | 'stale'

/** As public: the first fifteen of everybody, women and men. */
export type LiveBoards = Leaderboard & { version: number }

/**
 * The state of the ceremony; the athlete of its newest step while `reveal` is true. Contains nothing of later steps.
 */
export type Reveal = Answer<'Shown'>

export interface Live {
  status: LiveStatus
  /** Since when the status is so, ms by the device. */
  since: number
  leaderboard: LiveBoards | null
  /** When the board arrived, ms by the device. */
  boardAt: number
  reveal: Reveal | null
  config: { version: number } | null
}

/** `shown` pauses in a hidden tab; `always` is for an unattended screen. */
export type Watch = 'shown' | 'always' | 'not'

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

const BEGINNING: Live = {
  status: 'connecting',
  since: 0,
  leaderboard: null,
  boardAt: 0,
  reveal: null,
  config: null,
}

export class LiveStore {
  #state = BEGINNING
  readonly #watchers = new Map<() => void, Watch>()
  readonly #connection: Connection
  #grace = 0
  #hidden = 0
  #linger = 0
  #stopNetwork = (): void => undefined

  constructor() {
    this.#connection = new Connection(
      {
        opened: () => this.#became('live'),
        frame: (kind, data) => this.#heard(kind, data),
        lost: () => this.#lost(),
      },
      () => SILENCE_MS[this.#never() ? 'always' : 'shown'],
    )
  }

  readonly read = (): Live => this.#state

  watch(changed: () => void, how: Watch): () => void {
    if (how === 'not' || typeof EventSource === 'undefined') return () => undefined
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
    this.#set({ status: 'connecting', since: Date.now() })
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

  #heard(kind: FrameKind, data: unknown): void {
    this.#became('live')
    this.#set({ [kind]: data, ...(kind === 'leaderboard' && { boardAt: Date.now() }) } as Partial<Live>)
  }

  #lost(): void {
    if (this.#grace !== 0 || this.#state.status === 'stale') return
    this.#grace = window.setTimeout(() => this.#became('stale'), GRACE_MS)
  }

  #became(status: LiveStatus): void {
    clearTimeout(this.#grace)
    this.#grace = 0
    if (status !== this.#state.status) this.#set({ status, since: Date.now() })
  }

  #set(change: Partial<Live>): void {
    this.#state = { ...this.#state, ...change }
    this.#watchers.forEach((_, changed) => changed())
  }
}

const live = new LiveStore()

const subscribe: Record<Watch, (changed: () => void) => () => void> = {
  shown: (changed) => live.watch(changed, 'shown'),
  always: (changed) => live.watch(changed, 'always'),
  not: (changed) => live.watch(changed, 'not'),
}

/** The live state; re-renders with each event. `not` opens no connection. */
export const useLive = (how: Watch = 'shown'): Live => useSyncExternalStore(subscribe[how], live.read)
