/**
 * The desk of one tablet: the queue, its athletes, and what is on screen. Each action changes it at once by the state
 * machine of the rules and is stored in the background. Knows no React and no network.
 */
import type { DeskAct, DeskAthlete, DeskTest } from '@sixfold/domain'
import { Listeners } from '../../../api/listeners'
import { TEST_TYPES } from '../../../components/art/test-types'
import type { Rules } from '../../../rules'
import { PersistQueue, type DeskStorage, type PersistState } from './persist-queue'
import { recalled, unlistedDepartures, type Departure, type DayListing } from './departures'
import type { Person, TestType } from '../model'
import { athletesOf } from '../queue'
import { recordedElsewhere } from './known-tests'
import { scoredAsListed } from './rescored'
import { readDesk, type StoredDesk } from './stored-desk'
import { UnsentBookings } from './unsent-bookings'
import {
  declineWrite,
  finalWrite,
  onboardWrite,
  releaseWrite,
  testWrite,
  undoDeclineWrite,
  type Sending,
} from '../writes'

/** Which part of the screen is beside the tests. */
export type Panel = { is: 'sheet' } | { is: 'final' } | { is: 'test'; test: TestType } | { is: 'none' }

export interface DeskState extends Required<Omit<StoredDesk, 'pad'>> {
  panel: Panel
  /** The number on the pad. */
  typed: string
  persistence: PersistState
}

type Machine = Pick<Rules, 'onboarding' | 'testScore'>

const NOWHERE: DeskStorage = { add: () => Promise.resolve(), saveDesk: () => Promise.resolve() }

const without = <T>(all: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== id))

export class DeskStore {
  readonly #rules: Machine
  readonly #persistence: PersistQueue
  readonly #listeners = new Listeners()
  #state: DeskState
  readonly #now: () => number
  readonly #unsent: UnsentBookings

  constructor(rules: Machine, storage: DeskStorage, kept: unknown, now: () => number = Date.now) {
    this.#rules = rules
    this.#now = now
    this.#unsent = new UnsentBookings(now())
    this.#persistence = new PersistQueue(storage, () => this.#set({}))
    const { pad, ...desk } = readDesk(kept)
    this.#state = { ...desk, panel: { is: 'none' }, typed: '', persistence: this.#persistence.state() }
    const athlete = this.current()
    this.#state = { ...this.#state, panel: this.#panelFor(athlete) }
    if (pad && this.#state.panel.is === 'none' && athlete?.tests[pad.test].status === 'open')
      this.#state = { ...this.#state, panel: { is: 'test', test: pad.test }, typed: pad.typed }
  }

  readonly state = (): DeskState => this.#state

  readonly subscribe = this.#listeners.add

  athlete(bookingId: string | null): DeskAthlete | null {
    return athletesOf(this.#state.queue).find((one) => one.bookingId === bookingId) ?? null
  }

  /** The athlete on screen: the one who was chosen, else the front of the queue. */
  current(): DeskAthlete | null {
    return this.athlete(this.#state.onScreen) ?? athletesOf(this.#state.queue)[0] ?? null
  }

  person(bookingId: string): Person | null {
    return this.#state.people[bookingId] ?? null
  }

  /**
   * Onboards an athlete at the front; an earlier visit of theirs leaves the screen once its final is in. `write: false` if the
   * server knows already: then with the server's results. Returns the reason for a refusal, or null.
   */
  onboard(person: Person, tests: Partial<Record<TestType, DeskTest>>, write: boolean): string | null {
    const { uaid, bookingId } = person
    const before = this.#state.queue.find((one) => one.uaid === uaid)
    if (before && before.bookingId !== bookingId) {
      if (!before.resultFinal) return 'An earlier visit of theirs is still on this tablet. Finish it first.'
      this.done(uaid)
    }
    const people = { ...this.#state.people, [bookingId]: person }
    return this.#act({ act: 'onboard', uaid, bookingId, tests }, write ? onboardWrite(person) : null, {
      people,
      left: without(this.#state.left, bookingId),
      onScreen: bookingId,
      panel: { is: 'sheet' },
      typed: '',
    })
  }

  show(bookingId: string): void {
    const athlete = this.athlete(bookingId)
    this.#set({ onScreen: bookingId, panel: this.#panelFor(athlete), typed: '' })
    this.#persist()
  }

  open(panel: Panel): void {
    this.#set({ panel, typed: '' })
    this.#persist(null, true)
  }

  type(typed: string): void {
    this.#set({ typed })
    this.#persist(null, true)
  }

  /** The notes of a final typed so far. */
  note(bookingId: string, notes: string): void {
    this.#set({ notes: { ...this.#state.notes, [bookingId]: notes } })
    this.#persist(null, true)
  }

  accept(uaid: string): void {
    this.#act({ act: 'accept', uaid }, null, { panel: { is: 'none' } })
  }

  addAttempt(uaid: string, test: TestType, raw: number): string | null {
    const attempts = [...this.#testOf(uaid, test).attempts, raw]
    return this.#act({ act: 'record', uaid, test, attempts }, null, { typed: '' })
  }

  removeAttempt(uaid: string, test: TestType, at: number): string | null {
    const attempts = this.#testOf(uaid, test).attempts.filter((_, index) => index !== at)
    return this.#act({ act: 'record', uaid, test, attempts }, null)
  }

  /** Puts an attempt back where it was removed. */
  restoreAttempt(uaid: string, test: TestType, at: number, raw: number): string | null {
    const attempts = this.#testOf(uaid, test).attempts.toSpliced(at, 0, raw)
    return this.#act({ act: 'record', uaid, test, attempts }, null)
  }

  /** Closes a test with its attempts and sends it in; the next open test comes on screen. */
  close(uaid: string, test: TestType): string | null {
    const person = this.#personOf(uaid)
    const { attempts, revision = 0 } = this.#testOf(uaid, test)
    const protocol = person?.protocols.tests.find(({ TestType }) => TestType === test)
    if (!person || !protocol) return 'That athlete is not in the queue.'
    const score = this.#rules.testScore(protocol, attempts)
    if (!score.ok) return score.error.message
    return this.#act(
      { act: 'submitTest', uaid, test, attempts, score: score.value },
      testWrite(person, test, { attempts, status: 'closed', replaces: revision }),
      { panel: { is: 'none' }, typed: '' },
    )
  }

  skip(uaid: string, test: TestType): string | null {
    const person = this.#personOf(uaid)
    const { revision = 0, attempts } = this.#testOf(uaid, test)
    if (!person) return 'That athlete is not in the queue.'
    if (attempts.length > 0) return 'Remove the attempts first, or close the test with them.'
    return this.#act(
      { act: 'skip', uaid, test },
      testWrite(person, test, { attempts: [], status: 'dnt', replaces: revision }),
      { panel: { is: 'none' }, typed: '' },
    )
  }

  unlock(uaid: string, test: TestType): string | null {
    return this.#act({ act: 'unlock', uaid, test }, null, { panel: { is: 'test', test }, typed: '' })
  }

  /** Whether the next finals of this tablet are held for the reveal. */
  hold(holdReveal: boolean): void {
    this.#set({ holdReveal })
    this.#persist()
  }

  /** Finishes the six tests; a final with a score is held for the reveal if this tablet is set so. */
  final(uaid: string, notes: string): string | null {
    const person = this.#personOf(uaid)
    const athlete = person && this.athlete(person.bookingId)
    if (!person || !athlete) return 'That athlete is not in the queue.'
    const held = this.#state.holdReveal && TEST_TYPES.every((test) => athlete.tests[test].status === 'closed')
    const people = { ...this.#state.people, [person.bookingId]: { ...person, held } }
    return this.#act({ act: 'submitFinal', uaid }, finalWrite(person, athlete, { notes, held }), { people })
  }

  /** Declines a booking with a reason, of an athlete on the tablet or in the list. */
  decline(person: Person, reason: string): void {
    const write = declineWrite(person, reason)
    if (this.athlete(person.bookingId)) return this.#leave(person.uaid, write, 'declined')
    this.#remember(this.#departure('declined', person, null))
    this.#persist(write)
  }

  /** Undoes a decline: the booking is open again, and an athlete who was on the queue is back as they were. */
  undoDecline(bookingId: string): void {
    const left = this.#state.left[bookingId]
    if (left?.how !== 'declined') return
    this.#comeBack(left, undoDeclineWrite(left.person))
  }

  /** Takes an athlete who has left back, unchanged. With `show: false` the athlete on screen stays there. */
  recall(bookingId: string, show = true): void {
    const left = this.#state.left[bookingId]
    if (left) this.#comeBack(left, null, show)
  }

  /** Takes them off this tablet; within reach until a list shows all that was recorded here. */
  takeOff(uaid: string): void {
    this.#leave(uaid, null, 'cleared')
  }

  /** Undoes the onboarding, and takes them off the tablet. */
  release(uaid: string): void {
    const person = this.#personOf(uaid)
    if (person) this.#leave(uaid, releaseWrite(person), 'released')
  }

  /** Removes them from the screen; a final stays available until the day's list includes it. */
  done(uaid: string): void {
    const athlete = this.#state.queue.find((one) => one.uaid === uaid)
    this.#leave(uaid, null, athlete?.resultFinal ? 'final' : null)
  }

  /** Removes an athlete: from now on only the server's state counts. Unsent entries stay. */
  forget(bookingId: string): void {
    const athlete = this.athlete(bookingId)
    if (athlete) return this.#leave(athlete.uaid, null, null)
    this.#set({ left: without(this.#state.left, bookingId) })
    this.#persist()
  }

  /**
   * Clears the queue and what was typed into tests that are not closed. Nothing unsent is lost: an athlete who has some stays within
   * reach, and their entries where they are.
   */
  reset(unsent: ReadonlySet<string>): void {
    const cleared = this.#rules.onboarding(this.#state.queue, { act: 'reset' })
    if (!cleared.ok) return
    const kept = athletesOf(this.#state.queue).flatMap((athlete) => {
      const person = this.person(athlete.bookingId)
      const how = athlete.resultFinal ? ('final' as const) : ('cleared' as const)
      const left: Departure | null = person && this.#departure(how, person, athlete)
      return left && (unsent.has(athlete.bookingId) || how === 'final')
        ? [[athlete.bookingId, left] as const]
        : []
    })
    const left = { ...this.#state.left, ...Object.fromEntries(kept) }
    this.#set({
      queue: cleared.value,
      people: {},
      left,
      notes: {},
      onScreen: null,
      typed: '',
      panel: { is: 'none' },
    })
    this.#persist()
  }

  /**
   * Forgets departures that the day's list shows by now, scores the athletes on the queue as the server does, and takes over what
   * other tablets have recorded for them. `unsent`: the bookings with unsent entries.
   */
  dayListed(list: DayListing, unsent: ReadonlySet<string>): void {
    const scored = scoredAsListed(this.#rules, this.#state, list)
    if (scored) {
      this.#set(scored)
      this.#persist()
    }
    const now = this.#now()
    this.#unsent.update(unsent, now)
    this.#takeListed(list)
    const { left } = this.#state
    const still = unlistedDepartures(left, list, this.#unsent.lastSeen, now)
    if (Object.keys(still).length === Object.keys(left).length) return
    this.#set({ left: still })
    this.#persist()
  }

  /** A test as the server has it. */
  replaceTest(uaid: string, test: TestType, state: DeskTest): void {
    this.#act({ act: 'take', uaid, test, state }, null)
  }

  /** Takes a final back that was refused: its tests can be changed again. */
  reopen(uaid: string): void {
    this.#act({ act: 'reopen', uaid }, null)
  }

  /** What is to be stored once this has been done, which it is not yet. Nothing that it does may send. */
  after(act: (desk: DeskStore) => void): StoredDesk {
    const copy = new DeskStore(this.#rules, NOWHERE, this.#stored(), this.#now)
    act(copy)
    return copy.#stored()
  }

  /** Tries again to store what could not be stored. */
  keepAgain(): void {
    this.#persistence.retry()
  }

  /** Takes over what other tablets have recorded, except for a test with a number on the pad here. */
  #takeListed({ askedAt, bookings }: DayListing): void {
    for (const { eventBookingId: id, results = [] } of bookings) {
      const athlete = this.athlete(id)
      if (!athlete || athlete.resultFinal || !this.#unsent.isCoveredBy(askedAt, id)) continue
      for (const [test, state] of recordedElsewhere(athlete, results))
        if (!this.#isTyping(id, test)) this.replaceTest(athlete.uaid, test, state)
    }
  }

  #isTyping(bookingId: string, test: TestType): boolean {
    const { panel, typed } = this.#state
    return (
      typed !== '' && panel.is === 'test' && panel.test === test && this.current()?.bookingId === bookingId
    )
  }

  /** Somebody who leaves now, with what is typed for their final. */
  #departure(how: Departure['how'], person: Person, athlete: DeskAthlete | null): Departure {
    const notes = this.#state.notes[person.bookingId]
    return { how, person, athlete, ...(notes ? { notes } : {}), at: this.#now() }
  }

  #remember(left: Departure): void {
    this.#set({ left: { ...this.#state.left, [left.person.bookingId]: left } })
  }

  #comeBack({ person, athlete, notes }: Departure, sending: Sending | null, show = true): void {
    const { bookingId } = person
    const stays = show ? null : this.current()
    const left = without(this.#state.left, bookingId)
    const back = athlete && recalled(this.#rules, this.#state.queue, athlete)
    if (back?.ok) {
      const people = { ...this.#state.people, [bookingId]: person }
      if (notes) this.#set({ notes: { ...this.#state.notes, [bookingId]: notes } })
      this.#set({ queue: back.value, people, left, onScreen: (stays ?? person).bookingId })
      if (!stays) this.#set({ typed: '', panel: this.#panelFor(this.current()) })
    } else this.#set({ left })
    this.#persist(sending)
  }

  #leave(uaid: string, sending: Sending | null, how: Departure['how'] | null): void {
    const front = this.#rules.onboarding(this.#state.queue, { act: 'front', uaid })
    if (!front.ok) return
    const [athlete] = front.value
    const person = athlete && this.person(athlete.bookingId)
    const people = without(this.#state.people, athlete?.bookingId ?? '')
    const notes = without(this.#state.notes, athlete?.bookingId ?? '')
    const dropped = this.#rules.onboarding(front.value, { act: 'dropFront' })
    if (!dropped.ok) return
    if (how && person) this.#remember(this.#departure(how, person, athlete))
    this.#set({ queue: dropped.value, people, notes, onScreen: null, typed: '' })
    this.#set({ panel: this.#panelFor(this.current()) })
    this.#persist(sending)
  }

  /** Runs an action, shows it, and stores it with its write; returns the reason for a refusal, or null. */
  #act(act: DeskAct, sending: Sending | null, more: Partial<DeskState> = {}): string | null {
    const done = this.#rules.onboarding(this.#state.queue, act)
    if (!done.ok) return done.error.message
    this.#set({ ...more, queue: done.value })
    this.#persist(sending)
    return null
  }

  #panelFor(athlete: DeskAthlete | null): Panel {
    if (athlete?.resultFinal) return { is: 'final' }
    return athlete?.status === 'onboarded' ? { is: 'sheet' } : { is: 'none' }
  }

  #testOf(uaid: string, test: TestType): DeskTest {
    const athlete = this.#state.queue.find((one) => one.uaid === uaid)
    return athlete?.tests[test] ?? { status: 'open', attempts: [] }
  }

  #personOf(uaid: string): Person | null {
    const athlete = this.#state.queue.find((one) => uaid !== '' && one.uaid === uaid)
    return athlete ? this.person(athlete.bookingId) : null
  }

  #stored(): StoredDesk {
    const { queue, people, onScreen, holdReveal, left, panel, typed, notes } = this.#state
    const pad = panel.is === 'test' ? { test: panel.test, typed } : null
    return { version: 1, queue, people, onScreen, holdReveal, left, pad, notes }
  }

  #persist(sending: Sending | null = null, quiet = false): void {
    this.#persistence.add(this.#stored(), sending, quiet)
    this.#set({})
  }

  #set(next: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...next, persistence: this.#persistence.state() }
    this.#listeners.tell()
  }
}
