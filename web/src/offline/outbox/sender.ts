/** When and what the outbox sends, and what each answer does to its entry. */
import { isForbidden, judgeBatch, type Verdict } from './answers.ts'
import { askedMs, backoffMs } from './backoff.ts'
import { dependsOn, lineOf } from './order.ts'
import { withSendLock } from './send-lock.ts'
import type { Entry, Locks, OutboxDeps, OutboxStatus, Refusal, SyncAnswer } from './types.ts'
import { uuidV7 } from './uuid.ts'
import type { Vault } from './vault.ts'

/** The most entries that go in one call. */
const BATCH = 50

/** After this many batches in a row without progress, the whole queue waits. */
const FRUITLESS_MAX = 3

const UNAVAILABLE = 503

/** The queue, as the sender sees it. */
export interface Queue {
  entries: () => ReadonlyMap<number, Entry>
  /** Shows changed entries; nothing is stored. */
  replace: (entries: readonly Entry[]) => void
  /** Removes entries and stores others again; what depends on a refused one is refused with it. */
  settle: (gone: readonly Entry[], changed: readonly { from: Entry; to: Entry }[]) => Promise<void>
  /** Reads what other tabs did. */
  catchUp: () => Promise<void>
  changed: () => void
}

const CLOSED = Symbol('closed')

const later = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** `navigator.locks` where there is one. */
function browserLocks(): Locks | null {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return null
  const { locks } = navigator
  return { request: (name, options, act) => locks.request(name, options, act) }
}

export class Sender {
  readonly #deps: OutboxDeps
  readonly #vault: Vault
  readonly #queue: Queue
  readonly #locks: Locks | null
  readonly #holder = uuidV7(0)
  readonly #underWay = new Set<number>()
  // Keys of an earlier page: the server may have decided on them already.
  readonly #doubtful = new Set<string>()
  // Bookings with an entry that has to wait for the next try.
  readonly #held = new Set<string>()
  readonly #closing: Promise<typeof CLOSED>
  #close: () => void = () => undefined
  #isClosed = false
  #running: Promise<void> | null = null
  // What was called while a round was running.
  #again: 'send' | 'nudge' | null = null
  // A wait that is running: for all of the queue or the held bookings only, and whether the server asked for it.
  #pause: { stop: () => void; all: boolean; firm: boolean } | null = null
  #failures = 0
  #size = BATCH
  // Batches in a row that took nothing out.
  #fruitless = 0
  #reached = true
  #needsSignIn = false
  #forbidden = false
  #lastSync: number | null = null

  constructor(deps: OutboxDeps, vault: Vault, queue: Queue) {
    this.#deps = deps
    this.#vault = vault
    this.#queue = queue
    this.#locks = deps.locks === undefined ? browserLocks() : deps.locks
    this.#closing = new Promise((resolve) => (this.#close = () => resolve(CLOSED)))
  }

  state(): Pick<OutboxStatus, 'sending' | 'lastSync' | 'needsSignIn' | 'forbidden' | 'online'> {
    return {
      sending: this.#underWay.size > 0,
      lastSync: this.#lastSync,
      needsSignIn: this.#needsSignIn,
      forbidden: this.#forbidden,
      online: this.#deps.isOnline() && (this.#reached || this.#queue.entries().size === 0),
    }
  }

  isUnderWay(seq: number): boolean {
    return this.#underWay.has(seq)
  }

  mayHaveBeenSent(keys: readonly string[]): void {
    for (const key of keys) this.#doubtful.add(key)
  }

  send(): Promise<void> {
    if (this.#isClosed || this.#pause?.firm) return Promise.resolve()
    this.#endPause()
    return this.#run('send')
  }

  nudge(): void {
    if (this.#isClosed || this.#needsSignIn || this.#pause?.all || !this.#deps.isOnline()) return
    void this.#run('nudge')
  }

  close(): void {
    this.#isClosed = true
    this.#pause?.stop()
    this.#close()
  }

  #run(by: 'send' | 'nudge'): Promise<void> {
    if (this.#running) {
      // Perhaps added after the last look, or signed in before the refusal of the last call has arrived.
      if (this.#again !== 'send') this.#again = by
      return this.#running
    }
    this.#again = null
    this.#running = this.#round().finally(() => {
      this.#running = null
      const again = this.#again
      if (again) void this[again]()
    })
    return this.#running
  }

  async #round(): Promise<void> {
    if (this.#queue.entries().size === 0 && this.#reached) return
    try {
      const { clock } = this.#deps
      await withSendLock(this.#vault, this.#locks, this.#holder, clock, async (mine) => {
        await this.#queue.catchUp()
        while (!this.#isClosed && (await mine()) && (await this.#batch()));
      })
    } catch {
      // The store or the lock failed: everything is still where it was.
      if (!this.#isClosed) this.#wait(true, null)
    }
    if (!this.#isClosed && this.#held.size > 0 && !this.#pause) this.#wait(false, null)
    else if (this.#held.size === 0 && !this.#pause) this.#failures = 0
  }

  /**
   * The next waiting entries in their order, without those of held bookings. One that depends on another waits for its answer,
   * and with it all that is behind it in its booking.
   */
  #next(most: number): Entry[] {
    const found: Entry[] = []
    const later = new Set<string>()
    for (const entry of this.#queue.entries().values()) {
      const line = lineOf(entry)
      if (entry.state !== 'waiting' || this.#held.has(line) || later.has(line)) continue
      if (found.some((earlier) => dependsOn(entry, earlier))) later.add(line)
      else found.push(entry)
      if (found.length === most) break
    }
    return found
  }

  /** Sends a batch and processes its answer; returns whether to continue. */
  async #batch(): Promise<boolean> {
    const batch = this.#next(this.#size).map((entry) => ({ ...entry, tries: entry.tries + 1 }))
    if (batch.length === 0) return false
    for (const { seq } of batch) this.#underWay.add(seq)
    this.#queue.replace(batch)
    try {
      const answer = await this.#ask(batch)
      if (answer === CLOSED) return false
      if (answer === null) {
        this.#reached = false
        this.#wait(true, null)
        return false
      }
      return await this.#take(batch, answer)
    } finally {
      this.#underWay.clear()
      if (!this.#isClosed) this.#queue.changed()
    }
  }

  async #ask(batch: readonly Entry[]): Promise<SyncAnswer | null | typeof CLOSED> {
    const device = await deviceOf(this.#vault)
    const items = batch.map(({ key, write, recordedAt }) => ({ ...write, key, recordedAt, device }))
    try {
      const answer = await Promise.race([this.#deps.send(items), this.#closing])
      return this.#isClosed ? CLOSED : answer
    } catch {
      return this.#isClosed ? CLOSED : null
    }
  }

  async #take(batch: readonly Entry[], answer: SyncAnswer): Promise<boolean> {
    this.#reached = true
    const verdict = judgeBatch(answer, batch.length)
    if (verdict.is === 'signIn') return this.#askForSignIn()
    this.#needsSignIn = false
    this.#forbidden =
      isForbidden(verdict) || (verdict.is === 'answered' && verdict.verdicts.some(isForbidden))
    if (verdict.is === 'kept') {
      this.#wait(true, answer.retryAfterS)
      return false
    }
    this.#lastSync = this.#deps.clock()
    if (verdict.is === 'answered') {
      this.#size = Math.min(BATCH, this.#size * 2)
      await this.#sort(batch, verdict.verdicts)
      if (verdict.verdicts.some(({ is }) => is === 'signIn')) return this.#askForSignIn()
      if (this.#fruitless < FRUITLESS_MAX) return true
      // It is the server, not one entry.
      this.#fruitless = 0
      this.#wait(true, answer.retryAfterS)
      return false
    }
    if (batch.length > 1) {
      this.#size = Math.ceil(batch.length / 2)
      return true
    }
    const { refusal } = verdict
    await this.#sort(batch, [refusal ? { is: 'refused', refusal } : { is: 'kept', why: null }])
    return true
  }

  #askForSignIn(): false {
    this.#needsSignIn = true
    return false
  }

  /** Puts each entry where its verdict says. */
  async #sort(batch: readonly Entry[], verdicts: readonly Verdict[]): Promise<void> {
    const gone: Entry[] = []
    const changed: { from: Entry; to: Entry }[] = []
    const shown: Entry[] = []
    let failed = false
    batch.forEach((entry, at) => {
      const verdict = verdicts[at] ?? { is: 'kept', why: null }
      if (verdict.is === 'done') gone.push(entry)
      else if (verdict.is === 'refused') {
        const to = this.#refused(entry, verdict.refusal)
        if (to) changed.push({ from: entry, to })
      } else if (verdict.is === 'kept') {
        // After a failure of its own the server does not try the rest, which can be sent with the next batch.
        const untried = failed && verdict.why?.status === UNAVAILABLE
        if (!untried) this.#held.add(lineOf(entry))
        failed = true
        if (verdict.why && !untried) shown.push({ ...entry, lastRefusal: verdict.why })
      }
    })
    if (shown.length > 0) this.#queue.replace(shown)
    await this.#queue.settle(gone, changed)
    this.#fruitless = gone.length + changed.length > 0 ? 0 : this.#fruitless + 1
  }

  /**
   * A refusal is final unless it may be an old one: the server repeats the refusal stored under a key, and its cause
   * may have been resolved since. A refused write had no effect, so a new key does no harm. Null: as before, it waits
   * for earlier entries.
   */
  #refused(entry: Entry, refusal: Refusal): Entry | null {
    const behind = this.#held.has(lineOf(entry))
    const remembered = refusal.status === 409 || refusal.status === 422
    const doubtful = entry.tries > 1 || this.#doubtful.has(entry.key)
    if (behind && !remembered) return null
    if (behind || (remembered && doubtful)) return { ...entry, key: uuidV7(this.#deps.clock()), tries: 0 }
    return { ...entry, state: 'refused', refusal }
  }

  /** Everything, or the held bookings, wait for the next try. */
  #wait(all: boolean, retryAfterS: number | null): void {
    this.#pause?.stop()
    this.#failures += 1
    const ms = backoffMs(this.#failures, this.#deps.random(), retryAfterS)
    const stop = (this.#deps.later ?? later)(ms, () => {
      this.#pause = null
      this.#held.clear()
      this.nudge()
    })
    this.#pause = { stop, all, firm: askedMs(retryAfterS) > 0 }
    this.#queue.changed()
  }

  #endPause(): void {
    this.#pause?.stop()
    this.#pause = null
    this.#held.clear()
  }
}

export const DEVICE = 'device'
const devices = new WeakMap<Vault, Promise<string>>()

/** What this tablet calls itself: made once, without meaning. */
export function deviceOf(vault: Vault): Promise<string> {
  const known = devices.get(vault)
  if (known) return known
  const found = findDevice(vault)
  devices.set(vault, found)
  found.catch(() => devices.delete(vault))
  return found
}

async function findDevice(vault: Vault): Promise<string> {
  const kept = await vault.readValue(DEVICE)
  if (typeof kept === 'string') return kept
  const made = crypto.randomUUID()
  await vault.storeValue(DEVICE, made)
  return made
}
