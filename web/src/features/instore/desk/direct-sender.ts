// In place of the outbox where the browser cannot encrypt: each write goes to the server at once and is only held in memory
// until then. The screen says so.
import { call, newKey } from '../../../api/client/client'
import { errorSentence } from '../../../api/error-sentence'
import { ApiFailure } from '../../../api/client/failure'
import { isOnline, onNetwork } from '../../../api/client/network'
import { Listeners } from '../../../api/listeners'
import {
  dependsOn,
  type Decision,
  type Entry,
  type OutboxStatus,
  type Refusal,
} from '../../../offline/outbox'
import type { DeskStorage } from './persist-queue'
import type { Sending } from '../writes'

/** Statuses that a retry does not change. */
const REFUSES: readonly number[] = [400, 404, 409, 422]

export class DirectSender implements DeskStorage {
  // One write, one key, however often it is tried.
  readonly #keys = new WeakMap<Sending['write'], string>()
  readonly #listeners = new Listeners()
  #entries: Entry[] = []
  #lastSync: number | null = null
  #needsSignIn = false
  #seq = 0
  #status: OutboxStatus | null = null

  add(write: Sending['write'], about: Sending['about']): Promise<void> {
    return this.#post({ write, about }, 0)
  }

  /** Sends a write, unless it depends on one that was refused after entry `since`. */
  async #post({ write, about }: Sending, since: number): Promise<void> {
    const key = this.#keys.get(write) ?? newKey()
    this.#keys.set(write, key)
    const entry: Entry = {
      key,
      seq: this.#seq + 1,
      write,
      about,
      recordedAt: Date.now(),
      state: 'waiting',
      tries: 0,
    }
    const before = this.#entries.find((one) => one.seq > since && dependsOn(entry, one))
    if (before?.refusal) return this.#refuse(entry, before.refusal)
    try {
      await call('POST', write.path.replace(/^\/api\//, ''), { body: write.body, idempotencyKey: key })
    } catch (cause) {
      if (!(cause instanceof ApiFailure) || !REFUSES.includes(cause.status)) {
        this.#needsSignIn = cause instanceof ApiFailure && cause.status === 401
        this.#tell()
        throw new Error(errorSentence(cause), { cause })
      }
      const { status, errorCode: code, errorMessage: message, details } = cause
      this.#refuse({ ...entry, tries: 1 }, { status, code, message, error: { ...details } })
    }
    this.#needsSignIn = false
    this.#lastSync = Date.now()
    this.#tell()
  }

  /** Nothing can be stored here, not even the tablet's name. */
  device(): Promise<null> {
    return Promise.resolve(null)
  }

  saveDesk(): Promise<void> {
    return Promise.resolve()
  }

  async resolve(decisions: readonly Decision[], added: readonly Sending[] = []): Promise<void> {
    const since = this.#seq
    for (const one of added) await this.#post(one, since)
    for (const { key, how } of decisions) {
      const entry = this.#entries.find((one) => one.key === key)
      if (!entry) continue
      const { write, about } = entry
      if (how !== 'drop') {
        const body = typeof how === 'object' ? how.body : write.body
        await this.#post({ write: { ...write, body }, about }, since)
      }
      this.#entries = this.#entries.filter((one) => one.key !== key)
      this.#tell()
    }
  }

  send(): Promise<void> {
    return Promise.resolve()
  }

  readonly status = (): OutboxStatus => {
    this.#status ??= {
      entries: this.#entries,
      waiting: 0,
      refused: this.#entries.length,
      sending: false,
      lastSync: this.#lastSync,
      needsSignIn: this.#needsSignIn,
      // The write itself says so.
      forbidden: false,
      online: isOnline(),
      broken: null,
    }
    return this.#status
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = [this.#listeners.add(listener), onNetwork(() => this.#tell())]
    return () => stops.forEach((stop) => stop())
  }

  #refuse(entry: Entry, refusal: Refusal): void {
    this.#seq += 1
    this.#entries = [...this.#entries, { ...entry, seq: this.#seq, state: 'refused', refusal }]
    this.#tell()
  }

  #tell(): void {
    this.#status = null
    this.#listeners.tell()
  }
}
