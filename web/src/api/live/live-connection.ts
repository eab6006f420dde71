// One connection to a live stream: it reconnects after every break, and is replaced if no event has come for too long.
import { parseJson } from '../json'

/** A stream of events. Each event is a complete state, so only the newest of a kind matters. */
export interface Source<K extends string> {
  address: string
  kinds: readonly K[]
}

/** How long an answer may take before the attempt counts as failed. */
export const PATIENCE_MS = 10_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** The share of a pause that is random, so that many screens do not reconnect at once. */
const SPREAD = 0.5

/** The listeners of the connection. */
export interface ConnectionListener<K extends string> {
  opened: () => void
  frame: (kind: K, data: unknown) => void
  lost: () => void
}

/**
 * The pause before the next attempt, ms: doubling, with a random part so that screens do not reconnect together.
 * `chance` is 0 to 1.
 */
export function pauseBefore(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
  return longest * (1 - SPREAD * chance)
}

/**
 * The first break is left to the browser, which sends the id of the last event (`Last-Event-ID`) and gets only what is
 * newer. If it gives up, a new connection is opened here, as often as needed; its first events are the complete state.
 */
export class Connection<K extends string> {
  readonly #from: Source<K>
  readonly #listener: ConnectionListener<K>
  /** After this long without an event a new connection is tried: a line that was cut silently raises no error. */
  readonly #silenceMs: () => number
  #source: EventSource | null = null
  /** The former connection, kept until the new one is open. */
  #before: EventSource | null = null
  #failures = 0
  #patience = 0
  #pause = 0
  #silence = 0

  constructor(from: Source<K>, listener: ConnectionListener<K>, silenceMs: () => number) {
    this.#from = from
    this.#listener = listener
    this.#silenceMs = silenceMs
  }

  get isOpen(): boolean {
    return this.#source !== null || this.#pause !== 0
  }

  /** Opens it, or reopens it at once. */
  open(): void {
    this.close()
    this.#source = this.#begin()
  }

  close(): void {
    this.#drop()
    this.#failures = 0
  }

  #begin(): EventSource {
    const source = new EventSource(this.#from.address)
    this.#expect(source)
    source.addEventListener('open', () => {
      if (source !== this.#source) return
      this.#before?.close()
      this.#before = null
      this.#failures = 0
      clearTimeout(this.#patience)
      this.#listenOn()
      this.#listener.opened()
    })
    source.addEventListener('error', () => {
      if (source !== this.#source) return
      this.#listener.lost()
      clearTimeout(this.#silence)
      if (source.readyState === EventSource.CLOSED || this.#failures > 0) this.#again()
      else {
        this.#failures = 1
        this.#expect(source)
      }
    })
    for (const kind of this.#from.kinds)
      source.addEventListener(kind, (event: MessageEvent<string>) => {
        if (source !== this.#source) return
        this.#listenOn()
        // What cannot be read is dropped: the next event is complete.
        const data = parseJson(event.data)
        if (data !== null) this.#listener.frame(kind, data)
      })
    return source
  }

  #expect(source: EventSource): void {
    clearTimeout(this.#patience)
    this.#patience = window.setTimeout(() => {
      if (source !== this.#source) return
      this.#listener.lost()
      this.#again()
    }, PATIENCE_MS)
  }

  #again(): void {
    this.#drop()
    this.#failures += 1
    this.#pause = window.setTimeout(
      () => {
        this.#pause = 0
        this.#source = this.#begin()
      },
      pauseBefore(this.#failures, Math.random()),
    )
  }

  #listenOn(): void {
    clearTimeout(this.#silence)
    const wait = this.#silenceMs() * (1 - SPREAD * Math.random())
    this.#silence = window.setTimeout(() => {
      // The former connection stays until there is a new one: a screen with a good connection does not notice.
      this.#before = this.#source
      this.#source = this.#begin()
    }, wait)
  }

  #drop(): void {
    clearTimeout(this.#patience)
    clearTimeout(this.#pause)
    clearTimeout(this.#silence)
    this.#pause = 0
    this.#source?.close()
    this.#before?.close()
    this.#source = this.#before = null
  }
}
