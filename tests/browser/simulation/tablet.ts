// One tablet and its user: the real outbox over its own IndexedDB, driven by the real onboarding rules.
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'

import {
  type DeskQueue,
  onboarding,
  type DeskAct,
  type Protocol,
  readAttempt,
  TEST_TYPES,
  type TestType,
  testScore,
} from '@sixfold/domain'

import { DayList } from '../../../web/src/offline/day/day-list.ts'
import type { DayPage } from '../../../web/src/offline/day/types.ts'
import { Outbox } from '../../../web/src/offline/outbox/outbox.ts'
import type { About, Entry, Write } from '../../../web/src/offline/outbox/types.ts'
import { locksOfOneBrowser } from '../../../web/src/test/locks.ts'
import type { Link } from './link.ts'
import { below, pick, type Random, randomOf } from './random.ts'
import type { Guest, Staff } from './stage.ts'

/** One test as it was typed last. */
export interface Typed {
  status: 'closed' | 'dnt'
  attempts: readonly number[]
  /** How often it was submitted: the revision that the server must have in the end. */
  submissions: number
}

export interface Visit {
  guest: Guest
  tests: Partial<Record<TestType, Typed>>
  final?: 'completed' | 'dnt'
}

/** The screen's own state. It is stored with each entry, so that it says what was really typed. */
interface Desk {
  queue: DeskQueue
  todo: readonly Guest[]
  visits: Readonly<Record<string, Visit>>
  /** Entries made so far. */
  acts: number
}

interface Step {
  desk: Desk
  write?: Write
  about?: About
}

/** Athletes at a tablet at once. */
const QUEUE_MAX = 3
/** Waits are this many times shorter than on a real day. */
const HASTE = 300
const HOUR_MS = 3_600_000

export interface TabletPlan {
  database: string
  guests: readonly Guest[]
  /** Other tablets' athletes, whom this tablet onboards by mistake now and then. */
  others: readonly Guest[]
  /** Who begins, and who comes after half of the athletes. */
  staff: readonly [Staff, Staff]
  today: string
  random: Random
  link: Link
}

export class Tablet {
  readonly plan: TabletPlan
  /** What is typed: by the seed alone. */
  readonly #random: Random
  /** What hangs on when answers come. */
  readonly #chance: Random
  readonly #locks = locksOfOneBrowser()
  #outbox: Outbox
  #desk: Desk
  #protocols: readonly Protocol[] = []
  /** The tablet's clock is off by so much. */
  #off: number
  #staff: Staff
  /** Entries whose storing was confirmed. */
  #confirmed = 0
  kills = 0

  constructor(plan: TabletPlan) {
    this.plan = plan
    this.#random = plan.random
    this.#chance = randomOf(below(plan.random, 2 ** 31))
    this.#off = Math.round((plan.random() - 0.5) * 18 * HOUR_MS)
    this.#staff = plan.staff[0]
    this.#desk = { queue: [], todo: plan.guests, visits: {}, acts: 0 }
    this.#outbox = this.#newTab()
  }

  get acts(): number {
    return this.#desk.acts
  }

  get outbox(): Outbox {
    return this.#outbox
  }

  visits(): Visit[] {
    return Object.values(this.#desk.visits)
  }

  #clock = (): number => Date.now() + this.#off

  #newTab(): Outbox {
    return new Outbox({
      database: this.plan.database,
      send: (items) => this.plan.link.send(items),
      clock: this.#clock,
      random: this.#chance,
      isOnline: () => true,
      locks: this.#locks,
      later: (ms, act) => {
        const timer = setTimeout(act, ms / HASTE)
        return () => clearTimeout(timer)
      },
    })
  }

  /** Signs in and fetches the day, as often as it takes. */
  async start(): Promise<void> {
    const { link, database, today, guests } = this.plan
    await link.signIn(this.#staff)
    await this.#outbox.open()
    const keeper = new DayList({
      database,
      clock: this.#clock,
      fetchPage: ({ contacts, cursor }) => {
        const query = new URLSearchParams(contacts ? { contacts: 'true' } : {})
        if (cursor) query.set('cursor', cursor)
        // Programme delivery looks after those who come a day early.
        const date = guests[0]?.date ?? today
        if (date !== today) query.set('date', date)
        return link.get<DayPage>(`event/admin/day?${query.toString()}`)
      },
    })
    await keeper.open()
    for (;;) {
      const loaded = await keeper.load().catch(() => null)
      if (!loaded) continue
      const known = new Set(loaded.bookings.map(({ eventTestCode }) => eventTestCode))
      const missing = guests.filter(({ code }) => !known.has(code))
      if (missing.length > 0) throw new Error(`${missing.length} athletes are not in the day's list`)
      this.#protocols = loaded.protocols.tests
      break
    }
    keeper.close()
  }

  /** Works through all of its athletes. */
  async work(): Promise<void> {
    const { guests, link, staff } = this.plan
    let half = false
    while (this.#desk.todo.length > 0 || this.#desk.queue.some(({ uaid }) => uaid !== '')) {
      if (!half && this.#desk.todo.length <= guests.length / 2) {
        half = true
        this.#off -= 6 * HOUR_MS
        this.#staff = staff[1]
        await this.#signIn()
      }
      if (this.#random() < 0.004) link.expire()
      if (this.#outbox.status().needsSignIn && this.#chance() < 0.3) await this.#signIn()
      const step = this.#next()
      await this.#take(step)
      if (this.#random() < 0.05) this.#outbox.nudge()
      await (this.#random() < 0.3 ? sleep(below(this.#random, 4)) : breathe())
    }
  }

  async #signIn(): Promise<void> {
    // The server may be down right now; then another time.
    const signedIn = await this.plan.link.signIn(this.#staff, this.#outbox.status().needsSignIn).then(
      () => true,
      () => false,
    )
    if (signedIn) void this.#outbox.send()
  }

  async #take({ desk, write, about }: Step): Promise<void> {
    if (!write || !about) {
      this.#desk = desk
      return
    }
    const added = this.#outbox.add(write, about, desk)
    if (this.#random() < 0.015) {
      await this.#crash(added)
      return
    }
    await added
    this.#confirmed += 1
    this.#desk = desk
  }

  /** The tab is gone, at whatever moment; what the disk has is what was typed. */
  async #crash(added: Promise<Entry>): Promise<void> {
    this.kills += 1
    const confirmed = added.then(
      () => true,
      () => false,
    )
    for (let at = below(this.#chance, 6); at > 0; at -= 1) await breathe()
    this.#outbox.close()
    if (await confirmed) this.#confirmed += 1
    this.#outbox = this.#newTab()
    await this.#outbox.open()
    const kept = (await this.#outbox.readDesk()) as Desk | null
    if (kept) this.#desk = kept
    if (this.#desk.acts < this.#confirmed) throw new Error('an entry was confirmed and is gone')
    this.#confirmed = this.#desk.acts
  }

  #rule(queue: DeskQueue, act: DeskAct): DeskQueue {
    const after = onboarding(queue, act)
    if (!after.ok) throw new Error(`${act.act}: ${after.error.code} ${after.error.message}`)
    return after.value
  }

  /** What is typed next. */
  #next(): Step {
    const { queue, todo } = this.#desk
    const there = queue.filter(({ uaid }) => uaid !== '')
    const [next] = todo
    if (this.#random() < 0.01 && this.plan.others.length > 0) return this.#mistake()
    if (next && (there.length === 0 || (there.length < QUEUE_MAX && this.#random() < 0.2)))
      return this.#onboard(next)
    const athlete = pick(this.#random, there)
    const open = TEST_TYPES.filter((test) => athlete.tests[test].status === 'open')
    if (open.length > 0) return this.#test(athlete.uaid, pick(this.#random, open))
    if (this.#random() < 0.25) {
      const test = pick(this.#random, TEST_TYPES)
      return {
        desk: { ...this.#desk, queue: this.#rule(queue, { act: 'unlock', uaid: athlete.uaid, test }) },
      }
    }
    return this.#final(athlete.uaid)
  }

  #onboardWrite(guest: Guest): Write {
    const { today } = this.plan
    const body = { code: guest.code, day: today, ...(guest.date !== today && { override: true }) }
    return { method: 'POST', path: '/api/event/admin/onboard', body }
  }

  #about(kind: About['kind'], { uaid, bookingId }: Guest): About {
    return { kind, uaid, bookingId, name: `Athlete ${uaid}` }
  }

  /** Onboards an athlete who is being tested at another tablet. */
  #mistake(): Step {
    const guest = pick(this.#random, this.plan.others)
    const desk = { ...this.#desk, acts: this.#desk.acts + 1 }
    return { desk, write: this.#onboardWrite(guest), about: this.#about('onboard', guest) }
  }

  #onboard(guest: Guest): Step {
    const { uaid, bookingId } = guest
    const queued = this.#rule(this.#desk.queue, { act: 'onboard', uaid, bookingId })
    const queue = this.#rule(queued, { act: 'accept', uaid })
    const visits = { ...this.#desk.visits, [bookingId]: { guest, tests: {} } }
    const desk = { queue, todo: this.#desk.todo.slice(1), visits, acts: this.#desk.acts + 1 }
    return { desk, write: this.#onboardWrite(guest), about: this.#about('onboard', guest) }
  }

  #visit(uaid: string): Visit {
    const visit = this.visits().find(({ guest }) => guest.uaid === uaid)
    if (!visit) throw new Error(`nobody has ${uaid}`)
    return visit
  }

  #test(uaid: string, test: TestType): Step {
    const visit = this.#visit(uaid)
    const athlete = this.#desk.queue.find((one) => one.uaid === uaid)
    const replaces = athlete?.tests[test].revision ?? 0
    const attempts = this.#random() < 0.04 ? [] : this.#attempts(test)
    const act: DeskAct =
      attempts.length === 0
        ? { act: 'skip', uaid, test }
        : { act: 'submitTest', uaid, test, attempts, score: this.score(test, attempts) }
    const status = attempts.length === 0 ? 'dnt' : 'closed'
    const typed: Typed = { status, attempts, submissions: (visit.tests[test]?.submissions ?? 0) + 1 }
    const results = {
      TestType: test,
      Attempts: attempts.map((score) => ({ score })),
      Status: status,
      ...(replaces > 0 ? { replaces } : {}),
    }
    const { bookingId } = visit.guest
    return {
      desk: this.#with(
        { ...visit, tests: { ...visit.tests, [test]: typed } },
        this.#rule(this.#desk.queue, act),
      ),
      write: {
        method: 'POST',
        path: '/api/event/admin/test',
        body: { uaid, eventBookingId: bookingId, results },
      },
      about: { ...this.#about('test', visit.guest), test },
    }
  }

  #final(uaid: string): Step {
    const visit = this.#visit(uaid)
    let queue = this.#rule(this.#desk.queue, { act: 'submitFinal', uaid })
    const status = queue.find((one) => one.uaid === uaid)?.resultFinal?.status ?? 'dnt'
    queue = this.#rule(queue, { act: 'front', uaid })
    queue = this.#rule(queue, { act: 'dropFront' })
    const Results = TEST_TYPES.map((test) => ({
      TestType: test,
      Attempts: (visit.tests[test]?.attempts ?? []).map((score) => ({ score })),
      Status: visit.tests[test]?.status,
    }))
    const { bookingId } = visit.guest
    return {
      desk: this.#with({ ...visit, final: status }, queue),
      write: {
        method: 'POST',
        path: '/api/event/admin/final',
        body: { uaid, EventBookingId: bookingId, Notes: '', Status: status, Results },
      },
      about: this.#about('final', visit.guest),
    }
  }

  #with(visit: Visit, queue: DeskQueue): Desk {
    const visits = { ...this.#desk.visits, [visit.guest.bookingId]: visit }
    return { ...this.#desk, queue, visits, acts: this.#desk.acts + 1 }
  }

  #protocol(test: TestType): Protocol {
    const protocol = this.#protocols.find(({ TestType }) => TestType === test)
    if (!protocol) throw new Error(`no protocol for ${test}`)
    return protocol
  }

  /** The points of a test by the rules that this tablet has. */
  score(test: TestType, attempts: readonly number[]): number {
    const scored = testScore(this.#protocol(test), attempts)
    if (!scored.ok) throw new Error(`${test}: ${scored.error.code}`)
    return scored.value
  }

  /** Plausible attempts, typed as text. */
  #attempts(test: TestType): number[] {
    const protocol = this.#protocol(test)
    const { low, high, decimals } = protocol
    return Array.from({ length: 1 + below(this.#random, protocol.attempts) }, () => {
      const read = readAttempt(protocol, (low + this.#random() * (high - low)).toFixed(decimals))
      if (!read.ok) throw new Error(`${test}: ${read.error.code}`)
      return read.value
    })
  }

  /** With a network again: everything is sent, and what stays is what the server refused. */
  async finish(): Promise<readonly Entry[]> {
    this.plan.link.good = true
    const until = Date.now() + 60_000
    while (this.#outbox.status().waiting > 0) {
      if (Date.now() > until) throw new Error(`unsent: ${JSON.stringify(this.#outbox.status().entries[0])}`)
      if (this.#outbox.status().needsSignIn) await this.plan.link.signIn(this.#staff, true)
      await this.#outbox.send()
      await sleep(2)
    }
    return this.#outbox.status().entries
  }

  close(): void {
    this.#outbox.close()
  }
}
