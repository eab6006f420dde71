/**
 * The day's list on the tablet, for onboarding athletes without a network: encrypted beside the outbox, kept over a
 * reload, deleted when the academy's date has changed.
 */
import { londonDate } from '../../academy/london.ts'
import { Listeners } from '../../api/listeners.ts'
import { Vault } from '../outbox/vault.ts'
import type { Day, DayBooking, DayPage, DayState } from './types.ts'

const NAME = 'day'
const STALE_MS = 15 * 60_000
/** How old contacts may be. Who withdraws consent has them erased at once (RULES 6.2), and numbers change. */
const CONTACTS_MS = 15 * 60_000
/** No day has more pages; a server that never ends its list is not followed. */
const PAGES_MAX = 50

/** Requests one page; with `contacts` it has the emergency contacts, and the server logs the reading of each. */
type FetchPage = (query: { contacts?: true; cursor?: string }) => Promise<DayPage>

interface StoredDay {
  day: Day
  /** When it came, by the tablet's clock. */
  fetchedAt: number
}

export interface DayDeps {
  database: string
  fetchPage: FetchPage
  /** Milliseconds since 1970 by the tablet's clock. */
  clock: () => number
}

function isStoredDay(value: unknown): value is StoredDay {
  if (typeof value !== 'object' || value === null) return false
  const { day, fetchedAt } = value as Partial<StoredDay>
  return typeof fetchedAt === 'number' && typeof day?.date === 'string' && Array.isArray(day.bookings)
}

/** Keeps the contacts of an earlier answer in one that was asked for without them. */
function withContacts(fresh: DayBooking, known: DayBooking | undefined): DayBooking {
  if (!known) return fresh
  const { assistanceType, emergencyName, emergencyNumber } = known
  return { assistanceType, emergencyName, emergencyNumber, ...fresh }
}

export class DayList {
  readonly #deps: DayDeps
  readonly #vault: Vault
  readonly #listeners = new Listeners()
  #stored: StoredDay | null = null
  #error: unknown = null
  #opening: Promise<void> | null = null
  #running: Promise<Day> | null = null
  /** The request that begins after the one in flight. */
  #next: { contacts: boolean; day: Promise<Day> } | null = null
  #askedAt: number | null = null
  /** When this page last asked for the contacts. */
  #contactsAt: number | null = null
  #opened = false
  #state: DayState | null = null

  constructor(deps: DayDeps) {
    this.#deps = deps
    this.#vault = new Vault(deps.database)
  }

  /** Reads what was stored; a day that is over is removed. */
  open(): Promise<void> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  async #open(): Promise<void> {
    const stored = await this.#vault.readValue(NAME).catch(() => null)
    // What has been loaded meanwhile is newer.
    if (!this.#stored && isStoredDay(stored)) this.#stored = stored
    this.#opened = true
    await this.tick()
  }

  /** All of today's list with the contacts; stored where the browser can encrypt. */
  load(): Promise<Day> {
    return this.#ask(true)
  }

  /** Fetches today's list again; contacts only if there are new athletes or the known ones are old. */
  renew(): Promise<Day> {
    return this.#ask(false)
  }

  /** The request in flight, or a new one where there is none: for renewing by the clock. */
  keepFresh(): Promise<Day> {
    return this.#running ?? this.renew()
  }

  /** The caller may have just written, so the answer is to a request that begins after this call. */
  #ask(contacts: boolean): Promise<Day> {
    if (this.#next) {
      this.#next.contacts ||= contacts
      return this.#next.day
    }
    if (!this.#running) return this.#begin(contacts)
    const begin = (): Promise<Day> => {
      const wanted = this.#next?.contacts ?? contacts
      this.#next = null
      return this.#begin(wanted)
    }
    this.#next = { contacts, day: this.#running.then(begin, begin) }
    return this.#next.day
  }

  #begin(contacts: boolean): Promise<Day> {
    const contactsAge = this.#deps.clock() - (this.#contactsAt ?? -Infinity)
    this.#running = this.#load(contacts || !this.#stored || contactsAge >= CONTACTS_MS).finally(
      () => (this.#running = null),
    )
    return this.#running
  }

  async #load(contacts: boolean): Promise<Day> {
    const askedAt = this.#deps.clock()
    let complete = contacts
    try {
      let day = await this.#fetch(complete)
      const before = this.#stored?.day.date === day.date ? this.#stored.day.bookings : []
      const known = new Map(before.map((booking) => [booking.eventBookingId, booking]))
      if (!complete && day.bookings.some(({ eventBookingId }) => !known.has(eventBookingId))) {
        complete = true
        day = await this.#fetch(complete)
      }
      const bookings = complete
        ? day.bookings
        : day.bookings.map((fresh) => withContacts(fresh, known.get(fresh.eventBookingId)))
      const stored = { day: { ...day, bookings }, fetchedAt: this.#deps.clock() }
      this.#stored = stored
      this.#askedAt = askedAt
      if (complete) this.#contactsAt = askedAt
      this.#error = null
      this.#tell()
      // If it cannot be stored, the list is available on this page only.
      await this.#vault.storeValue(NAME, stored).catch(() => undefined)
      return stored.day
    } catch (cause) {
      this.#error = cause
      this.#tell()
      throw cause
    }
  }

  async #fetch(contacts: boolean): Promise<Day> {
    const asked = contacts ? ({ contacts: true } as const) : {}
    const { cursor: next, ...first } = await this.#deps.fetchPage(asked)
    const bookings = new Map(first.bookings.map((booking) => [booking.eventBookingId, booking]))
    const earlierProtocols = [...(first.earlierProtocols ?? [])]
    let cursor = next
    for (let page = 1; cursor && page < PAGES_MAX; page += 1) {
      const { cursor: after, ...more } = await this.#deps.fetchPage({ ...asked, cursor })
      // Midnight between two pages: the list of yesterday ends here, the next load has today's.
      if (more.date !== first.date) break
      for (const booking of more.bookings) bookings.set(booking.eventBookingId, booking)
      // Scoring may have been changed between two pages.
      earlierProtocols.push(more.protocols, ...(more.earlierProtocols ?? []))
      cursor = after
    }
    return { ...first, bookings: [...bookings.values()], earlierProtocols }
  }

  /** Checks the clock: updates the age, and deletes the list of a past day. */
  async tick(): Promise<void> {
    const stored = this.#stored
    if (stored && londonDate(this.#now(stored)) > stored.day.date) {
      this.#stored = null
      await this.#vault.dropValue(NAME).catch(() => undefined)
    }
    this.#tell()
  }

  /** The server's clock, as far as the tablet knows it: a tablet whose clock is off by hours keeps its list. */
  #now({ day, fetchedAt }: StoredDay): number {
    const told = Date.parse(day.now)
    const since = this.#deps.clock() - fetchedAt
    return Number.isNaN(told) ? this.#deps.clock() : told + since
  }

  readonly state = (): DayState => {
    this.#state ??= this.#summarise()
    return this.#state
  }

  #summarise(): DayState {
    const age = this.#stored ? Math.max(0, this.#deps.clock() - this.#stored.fetchedAt) : null
    return {
      day: this.#stored?.day ?? null,
      age,
      askedAt: this.#askedAt,
      stale: age === null || age > STALE_MS,
      loading: !this.#opened && !this.#stored,
      error: this.#error,
    }
  }

  readonly subscribe = this.#listeners.add

  close(): void {
    this.#vault.close()
    this.#listeners.clear()
  }

  #tell(): void {
    this.#state = null
    this.#listeners.tell()
  }
}
