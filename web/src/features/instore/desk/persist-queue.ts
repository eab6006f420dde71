// Stores what was done, one thing after the other, in the background. What cannot be stored stays in memory and on screen, and
// is tried again.
import type { Sending } from '../writes'

/** Where the desk and its writes are stored: the outbox, or `DirectSender` in its place. */
export interface DeskStorage {
  add: (write: Sending['write'], about: Sending['about'], desk?: unknown) => Promise<unknown>
  saveDesk: (desk: unknown) => Promise<void>
}

export interface PersistState {
  /** What is not on the tablet's disk yet. */
  pending: readonly Sending[]
  /** Something is not stored yet, a write or the screen's own state. */
  saving: boolean
  /** Why storing fails, as a sentence; null when it does not. */
  trouble: string | null
}

interface Job {
  sending: Sending | null
  desk: unknown
  /** Only the number pad has changed: nobody waits for it. */
  quiet: boolean
}

const AGAIN_MS = 4000

export class PersistQueue {
  readonly #storage: DeskStorage
  readonly #changed: () => void
  #jobs: Job[] = []
  #running = false
  #trouble: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(storage: DeskStorage, changed: () => void) {
    this.#storage = storage
    this.#changed = changed
  }

  state(): PersistState {
    return {
      pending: this.#jobs.flatMap(({ sending }) => (sending ? [sending] : [])),
      saving: this.#jobs.some(({ quiet }) => !quiet),
      trouble: this.#trouble,
    }
  }

  /** Stores the screen's state, together with its write. */
  add(desk: unknown, sending: Sending | null = null, quiet = false): void {
    const last = this.#jobs.at(-1)
    // Of the states that nobody has begun to store only the latest matters.
    if (sending === null && last && last.sending === null && (this.#jobs.length > 1 || !this.#running)) {
      last.desk = desk
      last.quiet &&= quiet
    } else this.#jobs.push({ sending, desk, quiet })
    void this.#drain()
  }

  /** Tries again now. */
  retry(): void {
    clearTimeout(this.#timer)
    void this.#drain()
  }

  async #drain(): Promise<void> {
    if (this.#running) return
    this.#running = true
    clearTimeout(this.#timer)
    // The screen first: storing begins once the tap has been drawn.
    await Promise.resolve()
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      try {
        const { sending, desk } = job
        if (sending) await this.#storage.add(sending.write, sending.about, desk)
        else await this.#storage.saveDesk(desk)
        this.#jobs.shift()
        this.#trouble = null
      } catch (cause) {
        this.#trouble =
          cause instanceof Error && cause.message
            ? cause.message
            : 'This tablet cannot store anything right now.'
        this.#timer = setTimeout(() => this.retry(), AGAIN_MS)
        break
      }
      this.#changed()
    }
    this.#running = false
    this.#changed()
  }
}
