// The way from one tablet to the server, as bad as the seed makes it: cut, slow, answers lost after the server has
// committed, requests that arrive twice, late or in another order, and words from boxes in between.
import { setTimeout as sleep } from 'node:timers/promises'

import type { SyncAnswer, SyncItem } from '../../../web/src/offline/outbox/types.ts'
import { PASSWORD } from '../harness/api.ts'
import { below, pick, type Random } from './random.ts'
import type { Staff } from './stage.ts'

/** Milliseconds that a slow or late request takes at most. */
const LATE_MS = 60

/** Batches that are delivered once more when the day is over. */
const ECHOES = 6

/** How much of each trouble, cumulative below 1. */
const TROUBLES = [
  ['cut', 0.05],
  ['lost', 0.15],
  ['stuck', 0.2],
  ['twice', 0.26],
  ['echo', 0.32],
  ['page', 0.35],
  ['busy', 0.37],
  ['torn', 0.41],
  ['slow', 0.5],
] as const

/** How often a trouble that has not been met yet comes first: however few batches a busy machine sends, a day has every kind. */
const OVERDUE = 0.3

export type Trouble = (typeof TROUBLES)[number][0] | 'none'

/** Every kind of trouble. */
export const ALL_TROUBLES: readonly Trouble[] = TROUBLES.map(([trouble]) => trouble)

/** The sessions of a day's staff: a password is checked once for each, and again when a session has ended. */
export class Sessions {
  readonly #url: string
  readonly #tokens = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  async of({ emailAddress }: Staff, again: boolean): Promise<string> {
    const known = again ? undefined : this.#tokens.get(emailAddress)
    if (known) return known
    const answer = await fetch(`${this.#url}/api/user/login/admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emailAddress, password: PASSWORD }),
    })
    const body = (await answer.json()) as { data?: { token?: string } | null }
    const token = body.data?.token
    if (!token) throw new Error(`sign-in: ${answer.status} ${JSON.stringify(body)}`)
    this.#tokens.set(emailAddress, token)
    return token
  }
}

export class Link {
  readonly #url: string
  readonly #sessions: Sessions
  readonly #random: Random
  readonly #late = new Set<Promise<unknown>>()
  readonly #seen: (readonly SyncItem[])[] = []
  #token = ''
  #cut = 0
  /** Troubles that there were. */
  readonly met = new Set<Trouble>()
  /** No trouble any more. */
  good = false
  /** Changes every key on every try: shows that the keys are what keeps the day right. */
  keysChange = false

  constructor(url: string, random: Random, sessions = new Sessions(url)) {
    this.#url = url
    this.#random = random
    this.#sessions = sessions
  }

  /** Signs in; `again` if the former session has ended. */
  async signIn(staff: Staff, again = false): Promise<void> {
    this.#token = await this.#sessions.of(staff, again)
  }

  /** The session is over. */
  expire(): void {
    this.#token = 'x'.repeat(43)
  }

  async get<T>(path: string): Promise<T> {
    if (!this.good && this.#random() < 0.2) throw new TypeError('cut')
    const headers = { authorization: `Bearer ${this.#token}` }
    const answer = await fetch(`${this.#url}/api/${path}`, { headers })
    const body = (await answer.json()) as { succeeded: boolean; data: T }
    if (!body.succeeded) throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(body)}`)
    return body.data
  }

  /** One batch, if and as it gets through. */
  async send(given: readonly SyncItem[]): Promise<SyncAnswer> {
    const items = this.keysChange ? given.map((item) => ({ ...item, key: crypto.randomUUID() })) : given
    const trouble = this.#trouble()
    this.met.add(trouble)
    switch (trouble) {
      case 'cut':
        throw new TypeError('cut')
      case 'lost':
        await this.#post(items)
        throw new TypeError('the answer was lost')
      case 'stuck':
        this.#later(items)
        throw new TypeError('no answer in time')
      case 'twice':
        return (await Promise.all([this.#post(items), this.#post(items)]))[
          below(this.#random, 2)
        ] as SyncAnswer
      case 'echo':
        this.#later(items)
        return this.#post(items)
      case 'page':
        return { status: 200, retryAfterS: null, body: null }
      case 'busy':
        return { status: this.#random() < 0.5 ? 429 : 503, retryAfterS: 1, body: null }
      case 'torn':
        return { ...(await this.#post(items)), body: null }
      case 'slow':
        await sleep(below(this.#random, LATE_MS))
        return this.#post(items)
      case 'none':
        return this.#post(items)
    }
  }

  #trouble(): Trouble {
    if (this.good) return 'none'
    if (this.#cut > 0) {
      this.#cut -= 1
      return 'cut'
    }
    const trouble = this.#drawn()
    if (trouble === 'cut') this.#cut = 1 + below(this.#random, 6)
    return trouble
  }

  #drawn(): Trouble {
    const overdue = ALL_TROUBLES.filter((trouble) => !this.met.has(trouble))
    if (overdue.length > 0 && this.#random() < OVERDUE) return pick(this.#random, overdue)
    const roll = this.#random()
    return TROUBLES.find(([, under]) => roll < under)?.[0] ?? 'none'
  }

  async #post(items: readonly SyncItem[]): Promise<SyncAnswer> {
    this.#remember(items)
    const answer = await fetch(`${this.#url}/api/event/admin/sync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ items }),
    })
    const retryAfter = Number.parseInt(answer.headers.get('retry-after') ?? '', 10)
    const body = JSON.parse(await answer.text()) as unknown
    return { status: answer.status, retryAfterS: Number.isFinite(retryAfter) ? retryAfter : null, body }
  }

  #remember(items: readonly SyncItem[]): void {
    const at = this.#seen.length < ECHOES ? this.#seen.length : below(this.#random, ECHOES)
    this.#seen[at] = items
  }

  /** Arrives when it will, behind what is sent after it. */
  #later(items: readonly SyncItem[]): void {
    const late = sleep(below(this.#random, LATE_MS))
      .then(() => this.#post(items))
      .catch(() => undefined)
      .finally(() => this.#late.delete(late))
    this.#late.add(late)
  }

  /** Everything that was still on its way has arrived, and some of what had, again. */
  async drain(): Promise<void> {
    while (this.#late.size > 0) await Promise.all(this.#late)
    for (const items of [...this.#seen]) await this.#post(items)
  }
}
