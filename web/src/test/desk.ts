// A tablet of the in-store team for the desk's tests: the real rules, and a disk that can be broken.
import type { Protocols } from '@sixfold/domain'
import { expect } from 'vitest'
import { TEST_TYPES } from '../components/art/test-types'
import { DeskStore } from '../features/instore/desk/desk-store'
import type { DeskStorage } from '../features/instore/desk/persist-queue'
import type { Person } from '../features/instore/model'
import { athleteView } from '../features/instore/queue'
import type { Sending } from '../features/instore/writes'
import type { Rules } from '../rules'
import { SPEED } from './protocols'

const PROTOCOLS: Protocols = {
  version: 1,
  tests: [
    {
      TestType: 'Cognitive',
      unit: 'hits',
      decimals: 0,
      zero: 20,
      hundred: 110,
      low: 0,
      high: 200,
      attempts: 2,
    },
    { TestType: 'Strength', unit: 'N/kg', decimals: 2, zero: 15, hundred: 50, low: 5, high: 90, attempts: 3 },
    { TestType: 'Power', unit: 'cm', decimals: 2, zero: 15, hundred: 75, low: 5, high: 120, attempts: 3 },
    SPEED,
    { TestType: 'Agility', unit: 's', decimals: 3, zero: 6.5, hundred: 4.1, low: 3, high: 20, attempts: 2 },
    {
      TestType: 'Endurance',
      unit: 'level',
      decimals: 1,
      zero: 3,
      hundred: 16,
      low: 1,
      high: 21,
      attempts: 1,
    },
  ],
}
/** Each of them is worth 50 points. */
export const RAW = { Cognitive: 65, Strength: 32.5, Power: 45, Speed: 3.45, Agility: 5.3, Endurance: 9.5 }

const person = (uaid: string, firstName: string): Person => ({
  uaid,
  bookingId: `b${uaid}`,
  code: '7K3QXM',
  firstName,
  lastName: 'Drummond',
  time: '14:15',
  type: 'test',
  day: '2026-11-21',
  protocols: PROTOCOLS,
})
export const CASEY = person('1', 'Casey')
export const ROBIN = person('2', 'Robin')

/** A tablet's disk that can be broken and repaired. */
class Disk implements DeskStorage {
  stored: Sending[] = []
  desk: unknown = null
  broken = false

  #check() {
    if (this.broken) throw new Error('This tablet is full.')
  }

  async add(write: Sending['write'], about: Sending['about'], desk?: unknown) {
    await Promise.resolve()
    this.#check()
    this.stored.push({ write, about })
    this.desk = structuredClone(desk)
  }

  async saveDesk(desk: unknown) {
    await Promise.resolve()
    this.#check()
    this.desk = structuredClone(desk)
  }
}

/** A desk without anybody, over a new disk. */
export class Tablet {
  readonly rules: Rules
  readonly disk = new Disk()
  store: DeskStore

  constructor(rules: Rules, now?: () => number) {
    this.rules = rules
    this.store = new DeskStore(rules, this.disk, null, now)
  }

  /** The desk as it is after a reload: from what is on the disk. */
  reloaded(): DeskStore {
    return new DeskStore(this.rules, this.disk, this.disk.desk)
  }

  /** Waits until everything is stored. */
  async settled(): Promise<void> {
    for (let round = 0; round < 50 && this.store.state().persistence.saving; round += 1)
      await new Promise((resolve) => setTimeout(resolve, 1))
  }

  view(who: Person) {
    const athlete = this.store.athlete(who.bookingId)
    if (!athlete) throw new Error('not on the queue')
    return athleteView(this.rules, athlete, this.store.person(who.bookingId) ?? who, [])
  }

  /** Onboards somebody and begins their tests. */
  start(who = CASEY): void {
    expect(this.store.onboard(who, {}, true)).toBeNull()
    this.store.accept(who.uaid)
  }

  /** Onboards somebody and closes their six tests. */
  testAll(who = CASEY): void {
    this.start(who)
    for (const test of TEST_TYPES) {
      this.store.addAttempt(who.uaid, test, RAW[test])
      this.store.close(who.uaid, test)
    }
  }
}
