/**
 * The outbox: a durable queue of writes, sent in order and in batches until the server has accepted each exactly once.
 * An entry is removed only after a definite answer or by hand.
 */
import { Listeners } from '../../api/listeners.ts'
import type { Sealed } from '../../state/storage/sealed.ts'
import { dependsOn } from './order.ts'
import { Room } from './room.ts'
import { DAMAGED, readRows, sealRow, type Unplaced } from './rows.ts'
import { DEVICE, deviceOf, Sender } from './sender.ts'
import {
  OutboxError,
  type About,
  type Decision,
  type Entry,
  type OutboxDeps,
  type OutboxStatus,
  type Refusal,
  type Write,
} from './types.ts'
import { uuidV7 } from './uuid.ts'
import { valuePlace, storeError, Vault, type Row } from './vault.ts'

const DESK = 'desk'

/** A write as the screen makes it. */
type Added = Pick<Entry, 'write' | 'about'>

/** One part of a decision: what goes, and what is queued. */
interface Change {
  from: Entry | null
  to: Unplaced | null
  /** In the same place. */
  stays: boolean
}

const waiting = ({ write, about }: Added, now: number): Unplaced => ({
  write,
  about,
  key: uuidV7(now),
  recordedAt: now,
  state: 'waiting',
  tries: 0,
})

export class Outbox {
  readonly #deps: OutboxDeps
  readonly #vault: Vault
  readonly #room: Room
  readonly #sender: Sender
  readonly #listeners = new Listeners()
  #entries = new Map<number, Entry>()
  #status: OutboxStatus | null = null
  #broken: string | null = null
  #opening: Promise<void> | null = null
  #channel: BroadcastChannel | null = null
  #closed = false
  // The deletions of the database after which the entries were stored again.
  #deletions = 0
  // Everything that touches the database runs one after the other: the order of taps is the order of the queue.
  #queue: Promise<unknown> = Promise.resolve()

  constructor(deps: OutboxDeps) {
    this.#deps = deps
    this.#vault = new Vault(deps.database)
    this.#room = new Room(deps)
    this.#sender = new Sender(deps, this.#vault, {
      entries: () => this.#entries,
      replace: (entries) => this.#put(entries),
      settle: (gone, changed) => this.#settle(gone, changed),
      catchUp: () => this.#inOrder(() => this.#catchUp([])),
      changed: () => this.#tell(),
    })
  }

  /** Reads what is queued and begins to send. Rejects when nothing can be stored here. */
  open(): Promise<void> {
    this.#opening ??= this.#open().catch((cause: unknown) => {
      this.#opening = null
      throw this.#fail(cause)
    })
    return this.#opening
  }

  async #open(): Promise<void> {
    this.#deletions = await this.#vault.deletions()
    const entries = await readRows(this.#vault)
    if (this.#closed) throw new OutboxError('CLOSED')
    this.#entries = new Map(entries.map((entry) => [entry.seq, entry]))
    this.#sender.mayHaveBeenSent(entries.map(({ key }) => key))
    this.#listen()
    this.#broken = null
    this.#tell()
    this.nudge()
  }

  /**
   * Queues a write; it is on the disk when this resolves, together with the screen's own state. Rejects, and has kept
   * nothing, when it cannot be stored. What depends on a refused entry is refused with it: only `resolve` may replace or undo what
   * that one did.
   */
  add(write: Write, about: About, desk?: unknown): Promise<Entry> {
    const now = this.#deps.clock()
    // A copy: the caller may change them afterwards.
    const fresh = waiting(JSON.parse(JSON.stringify({ write, about })) as Added, now)
    const kept = desk === undefined ? null : JSON.stringify(desk)
    return this.#storing(async () => {
      const refusal = this.#refusalBefore(fresh)
      const entry: Unplaced = refusal ? { ...fresh, state: 'refused', refusal } : fresh
      const [row, sealed] = await Promise.all([sealRow(this.#vault, entry), this.#sealDesk(kept)])
      let seq = 0
      await this.#vault.write(async (transaction) => {
        const added = transaction.objectStore('entries').add(row)
        // When the other one fails first, this one is undone with it.
        added.catch(() => undefined)
        if (sealed) await transaction.objectStore('kept').put(sealed, DESK)
        seq = await added
      })
      const placed: Entry = { ...entry, seq }
      this.#put([placed])
      this.#announce([seq])
      this.nudge()
      return placed
    })
  }

  /** The screen's own state as it was last stored; null when there is none. */
  async readDesk(): Promise<unknown> {
    await this.open()
    return this.#inOrder(() => this.#vault.readValue(DESK))
  }

  /** What this tablet calls itself. */
  async device(): Promise<string> {
    await this.open()
    return deviceOf(this.#vault)
  }

  #sealDesk(json: string | null): Promise<Sealed> | null {
    return json === null ? null : this.#vault.seal(json, valuePlace(DESK))
  }

  async saveDesk(desk: unknown): Promise<void> {
    const json = JSON.stringify(desk)
    await this.#storing(async () => {
      const sealed = await this.#vault.seal(json, valuePlace(DESK))
      await this.#vault.write((transaction) => transaction.objectStore('kept').put(sealed, DESK))
    })
  }

  /** Tries now, without waiting for the back-off; only what the server itself asked for is waited for. */
  send(): Promise<void> {
    return this.#sender.send()
  }

  /** Tries if nothing speaks against it: no wait that is running, no missing sign-in, a network. */
  nudge(): void {
    if (!this.#closed) this.#sender.nudge()
  }

  /**
   * Sees to entries that the server does not take, and queues what the decision adds, before what is sent again at the end of the
   * queue; all in one transaction with the screen's own state, so that a page closed in the middle has done all of it or nothing.
   * `again` and another body: a new key, at the end of the queue; one that still waits keeps its place with `again`, since others
   * may depend on it.
   */
  async resolve(decisions: readonly Decision[], added: readonly Added[] = [], desk?: unknown): Promise<void> {
    const now = this.#deps.clock()
    const kept = desk === undefined ? null : JSON.stringify(desk)
    const own = JSON.parse(JSON.stringify({ decisions, added })) as { decisions: Decision[]; added: Added[] }
    await this.#storing(async () => {
      const changes: Change[] = [
        ...own.added.map((one) => ({ from: null, to: waiting(one, now), stays: false })),
        ...own.decisions.map((one) => this.#decided(one, now)),
      ]
      const [sealed, ...rows] = await Promise.all([
        this.#sealDesk(kept),
        ...changes.map(({ to }) => to && sealRow(this.#vault, to)),
      ])
      const placed: Entry[] = []
      await this.#vault.write(async (transaction) => {
        const store = transaction.objectStore('entries')
        for (const [at, { from, to, stays }] of changes.entries()) {
          // Another tab may have seen to it.
          if (from && (await store.count(from.seq)) === 0) throw new OutboxError('ENTRY_UNKNOWN')
          if (from) await store.delete(from.seq)
          const row = rows[at]
          if (!to || !row) continue
          const seq = await (from && stays ? store.put(row, from.seq) : store.add(row))
          placed.push({ ...to, seq })
        }
        if (sealed) await transaction.objectStore('kept').put(sealed, DESK)
      })
      const gone = changes.flatMap(({ from }) => from ?? [])
      for (const { seq } of gone) this.#entries.delete(seq)
      this.#put(placed)
      this.#announce([...gone, ...placed].map(({ seq }) => seq))
      this.nudge()
    })
  }

  #decided({ key, how }: Decision, now: number): Change {
    const from = [...this.#entries.values()].find((one) => one.key === key)
    if (!from) throw new OutboxError('ENTRY_UNKNOWN')
    if (from.state === 'waiting' && (!from.lastRefusal || this.#sender.isUnderWay(from.seq)))
      throw new OutboxError('ENTRY_WAITING')
    if (how === 'drop') return { from, to: null, stays: false }
    if (from.refusal?.code === DAMAGED) throw new OutboxError('ENTRY_DAMAGED')
    const { write, about, recordedAt } = from
    if (how !== 'again')
      return { from, to: waiting({ write: { ...write, body: how.body }, about }, now), stays: false }
    // The same attempts were recorded when they were; others are recorded now.
    const to = { ...waiting({ write, about }, now), recordedAt }
    return { from, to, stays: from.state === 'waiting' }
  }

  readonly status = (): OutboxStatus => {
    this.#status ??= this.#summarise()
    return this.#status
  }

  readonly subscribe = this.#listeners.add

  /** Lets go of everything; what is queued stays where it is. */
  close(): void {
    this.#closed = true
    this.#sender.close()
    this.#channel?.close()
    this.#channel = null
    this.#vault.close()
    this.#listeners.clear()
  }

  /** The device's own network state has changed. */
  changed(): void {
    this.#tell()
  }

  #summarise(): OutboxStatus {
    const entries = [...this.#entries.values()]
    const refused = entries.filter(({ state }) => state === 'refused').length
    return {
      entries,
      waiting: entries.length - refused,
      refused,
      ...this.#sender.state(),
      broken: this.#broken,
    }
  }

  #inOrder<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(act)
    this.#queue = done.catch(() => undefined)
    return done
  }

  /** Queues a write; a failure of the store is reported and shown in the status. */
  #storing<T>(act: () => Promise<T>): Promise<T> {
    return this.#inOrder(async () => {
      try {
        const value = await this.#room.storing(async () => {
          await this.open()
          await this.#storeAgain()
          return await act()
        })
        if (this.#broken !== null) {
          this.#broken = null
          this.#tell()
        }
        return value
      } catch (cause) {
        throw this.#fail(cause)
      }
    })
  }

  #fail(cause: unknown): OutboxError {
    const error = storeError(cause)
    if (error.code.startsWith('NO_') && this.#broken !== error.message) {
      this.#broken = error.message
      this.#tell()
    }
    return error
  }

  #put(entries: readonly Entry[]): void {
    let last = [...this.#entries.keys()].at(-1) ?? 0
    let sorted = true
    for (const entry of entries) {
      if (!this.#entries.has(entry.seq)) {
        sorted &&= entry.seq > last
        last = entry.seq
      }
      this.#entries.set(entry.seq, entry)
    }
    // Only entries of another tab can come out of order.
    if (!sorted) this.#entries = new Map([...this.#entries].sort(([one], [other]) => one - other))
    this.#tell()
  }

  /** Takes answered entries out and stores those that changed, in one transaction. */
  #settle(gone: readonly Entry[], changed: readonly { from: Entry; to: Entry }[]): Promise<void> {
    if (gone.length + changed.length === 0) return Promise.resolve()
    return this.#storing(async () => {
      // Looked up only now: more may have been added since the answer came.
      const all = [...changed, ...changed.flatMap(({ to }) => this.#refusedWith(to))]
      const rows = await Promise.all(all.map(({ to }) => sealRow(this.#vault, to)))
      await this.#vault.write(async (transaction) => {
        const store = transaction.objectStore('entries')
        const put = async (row: Row, { from }: { from: Entry }) => {
          // Another tab may have seen to it meanwhile.
          if ((await store.get(from.seq))?.key === from.key) await store.put(row, from.seq)
        }
        await Promise.all([
          ...gone.map(({ seq }) => store.delete(seq)),
          ...all.map((one, at) => put(rows[at] as Row, one)),
        ])
      })
      for (const { seq } of gone) this.#entries.delete(seq)
      this.#put(all.map(({ to }) => to))
      this.#announce([...gone.map(({ seq }) => seq), ...all.map(({ to }) => to.seq)])
    })
  }

  /** The refusal of what a new entry depends on: it was tapped before anybody saw it. */
  #refusalBefore(entry: Unplaced): Refusal | undefined {
    const last: Entry = { ...entry, seq: Infinity }
    return [...this.#entries.values()].find((one) => one.state === 'refused' && dependsOn(last, one))?.refusal
  }

  /** What waits and depends on an entry that the server has just refused: it is not sent, and gets the same refusal. */
  #refusedWith(entry: Entry): { from: Entry; to: Entry }[] {
    const { state, refusal } = entry
    if (state !== 'refused' || !refusal) return []
    return [...this.#entries.values()]
      .filter((one) => one.state === 'waiting' && dependsOn(one, entry))
      .map((from) => ({ from, to: { ...from, state, refusal } }))
  }

  /** Once the browser's data has been cleared under this page, its memory is all there is: stored again, in the same places. */
  async #storeAgain(): Promise<void> {
    const deletions = await this.#vault.deletions()
    if (deletions === this.#deletions) return
    const entries = [...this.#entries.values()]
    const rows = await Promise.all(entries.map((entry) => sealRow(this.#vault, entry)))
    await this.#vault.write(async (transaction) => {
      const store = transaction.objectStore('entries')
      const put = async (row: Row, { seq }: Entry) => {
        // Another tab may have stored it first.
        if ((await store.count(seq)) === 0) await store.put(row, seq)
      }
      await Promise.all(entries.map((entry, at) => put(rows[at] as Row, entry)))
    })
    // Under another name this tablet would take its own athletes for another tablet's.
    await this.#vault.storeValue(DEVICE, await deviceOf(this.#vault))
    this.#deletions = deletions
  }

  /** What other tabs have added, changed (`seqs`) or taken out since. */
  async #catchUp(seqs: readonly number[]): Promise<void> {
    await this.#storeAgain()
    const database = await this.#vault.database()
    const there = new Set(await database.getAllKeys('entries'))
    const unknown = [...there].filter((seq) => !this.#entries.has(seq) || seqs.includes(seq))
    const gone = [...this.#entries.keys()].filter((seq) => !there.has(seq))
    for (const seq of gone) this.#entries.delete(seq)
    const found = unknown.length > 0 ? await readRows(this.#vault, unknown) : []
    if (found.length + gone.length > 0) this.#put(found)
  }

  #listen(): void {
    if (this.#channel || typeof BroadcastChannel === 'undefined') return
    this.#channel = new BroadcastChannel(this.#deps.database)
    this.#channel.onmessage = ({ data }: MessageEvent) => {
      const seqs = Array.isArray(data) ? (data as number[]) : []
      void this.#inOrder(() => this.#catchUp(seqs)).then(
        () => this.nudge(),
        () => undefined,
      )
    }
  }

  #announce(seqs: readonly number[]): void {
    this.#channel?.postMessage(seqs)
  }

  #tell(): void {
    this.#status = null
    this.#listeners.tell()
  }
}
