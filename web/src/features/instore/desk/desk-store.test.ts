// @vitest-environment node
// The desk with the real rules: what a tap does at once, what is stored for it, and what survives.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Protocols } from '@sixfold/domain'
import { loadRules, type Rules } from '../../../rules'
import { DeskStore, knownTests, type StoredDesk } from './desk-store'
import type { DeskStorage } from './persist-queue'
import type { Person } from '../model'
import { athleteView, TESTS } from '../queue'
import type { Sending } from '../writes'

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
    { TestType: 'Speed', unit: 's', decimals: 3, zero: 4.2, hundred: 2.7, low: 2, high: 10, attempts: 2 },
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
const RAW = { Cognitive: 65, Strength: 32.5, Power: 45, Speed: 3.45, Agility: 5.3, Endurance: 9.5 }

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
const CASEY = person('1', 'Casey')
const ROBIN = person('2', 'Robin')

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

let rules: Rules
let disk: Disk
let store: DeskStore
beforeAll(async () => {
  rules = await loadRules()
})
beforeEach(() => {
  disk = new Disk()
  store = new DeskStore(rules, disk, null)
})

const settled = async () => {
  for (let round = 0; round < 50 && store.state().persistence.saving; round += 1)
    await new Promise((resolve) => setTimeout(resolve, 1))
}
const view = (who: Person) => {
  const athlete = store.athlete(who.bookingId)
  if (!athlete) throw new Error('not on the queue')
  return athleteView(rules, athlete, store.person(who.bookingId) ?? who, [])
}
const start = (who = CASEY) => {
  expect(store.onboard(who, {}, true)).toBeNull()
  store.accept(who.uaid)
}

describe('a tap', () => {
  it('is on the screen before anything is stored', () => {
    start()
    expect(store.addAttempt('1', 'Power', 45)).toBeNull()
    expect(view(CASEY).tests[2]).toMatchObject({ status: 'open', attempts: [45], best: 45, score: 50 })
    expect(disk.stored).toEqual([])
    expect(store.state().persistence.saving).toBe(true)
  })

  it('stores the write and the desk in one go', async () => {
    start()
    store.addAttempt('1', 'Power', 45)
    store.addAttempt('1', 'Power', 42.5)
    store.close('1', 'Power')
    await settled()
    expect(disk.stored.map(({ about }) => about.kind)).toEqual(['onboard', 'test'])
    expect(disk.stored[1]?.write).toEqual({
      method: 'POST',
      path: '/api/event/admin/test',
      body: {
        uaid: '1',
        eventBookingId: 'b1',
        results: { TestType: 'Power', Attempts: [{ score: 45 }, { score: 42.5 }], Status: 'closed' },
      },
    })
    const again = new DeskStore(rules, disk, disk.desk)
    expect(again.state().queue).toEqual(store.state().queue)
    expect(again.current()?.uaid).toBe('1')
    expect(JSON.stringify(disk.desk)).not.toMatch(/emergency|medical|assistance/i)
  })

  it('stores an attempt that nobody has sent yet', async () => {
    start()
    store.addAttempt('1', 'Speed', 3.412)
    await settled()
    expect(new DeskStore(rules, disk, disk.desk).athlete('b1')?.tests.Speed.attempts).toEqual([3.412])
    store.removeAttempt('1', 'Speed', 0)
    expect(view(CASEY).tests[3]?.attempts).toEqual([])
  })
})

describe('a tablet that cannot store', () => {
  it('says so, keeps all of it in sight, and stores it in its order as soon as it can', async () => {
    start()
    await settled()
    disk.broken = true
    for (const test of TESTS) {
      store.addAttempt('1', test, RAW[test])
      store.close('1', test)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { trouble, pending, saving } = store.state().persistence
    expect({ trouble, saving, pending: pending.length }).toEqual({
      trouble: 'This tablet is full.',
      saving: true,
      pending: 6,
    })
    expect(view(CASEY).tests.every(({ status }) => status === 'closed')).toBe(true)
    disk.broken = false
    store.keepAgain()
    await settled()
    expect(disk.stored.slice(1).map(({ about }) => about.test)).toEqual(TESTS)
    expect(store.state().persistence).toEqual({ pending: [], saving: false, trouble: null })
    expect((disk.desk as StoredDesk).queue).toEqual(store.state().queue)
  })
})

describe('the queue', () => {
  it('refuses somebody who is there, with the sentence of the specification', () => {
    start()
    expect(store.onboard(CASEY, {}, true)).toBe('User already onboarded')
  })

  it('has the latest in front, and goes on with whoever is left', async () => {
    start()
    start(ROBIN)
    expect(store.current()?.uaid).toBe('2')
    store.show('b1')
    expect(store.current()?.uaid).toBe('1')
    store.done('1')
    expect(store.current()?.uaid).toBe('2')
    store.release('2')
    expect(store.current()).toBeNull()
    await settled()
    expect(disk.stored.at(-1)?.write.body).toEqual({ code: '7K3QXM', day: '2026-11-21', release: true })
    expect((disk.desk as StoredDesk).people).toEqual({})
  })

  it('declines with a reason', async () => {
    start()
    store.decline(CASEY, 'Sore knee')
    await settled()
    expect(disk.stored.at(-1)?.write).toMatchObject({
      path: '/api/user/event/booking',
      body: { uaid: '1', eventBookingId: 'b1', eventTestStatus: 'declined', eventTestNotes: 'Sore knee' },
    })
  })

  it('carries on with what the server has of somebody', () => {
    const results = [
      { TestType: 'Power', score: 50, status: 'closed', revision: 2, attempts: [{ score: 45 }] },
      { TestType: 'Chess', score: 1, status: 'closed', revision: 1, attempts: [] },
    ]
    store.onboard(CASEY, knownTests(results), false)
    expect(view(CASEY).tests[2]).toMatchObject({ status: 'closed', attempts: [45], score: 50 })
    expect(store.state().persistence.pending).toEqual([])
  })
})

describe('tests and the final', () => {
  const all = (who = CASEY) => {
    start(who)
    for (const test of TESTS) {
      store.addAttempt(who.uaid, test, RAW[test])
      store.close(who.uaid, test)
    }
  }

  it('names the revision that an unlocked test replaces', async () => {
    start()
    store.addAttempt('1', 'Power', 45)
    store.close('1', 'Power')
    store.unlock('1', 'Power')
    expect(store.state().panel).toEqual({ is: 'test', test: 'Power' })
    store.addAttempt('1', 'Power', 60)
    store.close('1', 'Power')
    await settled()
    expect(disk.stored.at(-1)?.write.body.results).toMatchObject({ replaces: 1 })
    expect(view(CASEY).tests[2]).toMatchObject({ best: 60, score: 75 })
  })

  it('asks for the open ones before a final, then sends the six as they stand', async () => {
    start()
    expect(store.final('1', '')).toMatch(/still open: Cognitive/i)
    store.done('1')
    all()
    expect(view(CASEY).preview).toBe(50)
    expect(store.final('1', ' Well run ')).toBeNull()
    expect(view(CASEY)).toMatchObject({
      stage: 'final',
      final: { status: 'completed', score: 50, held: false },
    })
    await settled()
    const { path, body } = (disk.stored.at(-1) as Sending).write
    expect(path).toBe('/api/event/admin/final')
    expect(body).toMatchObject({
      EventBookingId: 'b1',
      Notes: 'Well run',
      Status: 'completed',
    })
    expect(body.Results).toHaveLength(6)
    expect(body).not.toHaveProperty('holdReveal')
  })

  it('holds finals for the reveal for as long as the tablet is set so, through a reload', async () => {
    store.hold(true)
    await settled()
    store = new DeskStore(rules, disk, disk.desk)
    expect(store.state().holdReveal).toBe(true)
    all()
    store.final('1', '')
    await settled()
    expect(disk.stored.at(-1)?.write.body).toMatchObject({ Status: 'completed', holdReveal: true })
    expect(view(CASEY).final).toEqual({ status: 'completed', score: 50, held: true })
    store.hold(false)
    all(ROBIN)
    store.final('2', '')
    expect(view(ROBIN).final?.held).toBe(false)
    const again = new DeskStore(rules, disk, { version: 1, queue: [], people: {}, onScreen: null })
    expect(again.state().holdReveal, 'what an older page kept').toBe(false)
  })

  it('ends without a score when one was not done', async () => {
    start()
    for (const test of TESTS) {
      if (test === 'Endurance') store.skip('1', test)
      else {
        store.addAttempt('1', test, RAW[test])
        store.close('1', test)
      }
    }
    expect(view(CASEY).preview).toBeNull()
    store.hold(true)
    store.final('1', '')
    await settled()
    expect(disk.stored.at(-1)?.write.body).toMatchObject({ Status: 'dnt' })
    expect(disk.stored.at(-1)?.write.body, 'there is nothing to hold').not.toHaveProperty('holdReveal')
    expect(view(CASEY).final).toEqual({ status: 'dnt', score: null, held: false })
  })

  it('does not skip what has been tried, nor close what has not', () => {
    start()
    expect(store.close('1', 'Power')).toMatch(/^Record at least one attempt/)
    store.addAttempt('1', 'Power', 45)
    expect(store.skip('1', 'Power')).toMatch(/^Remove the attempts/)
  })

  it('takes a final back when a test turns out otherwise', () => {
    all()
    store.final('1', '')
    store.replaceTest('1', 'Power', { status: 'closed', attempts: [60], score: 75, revision: 2 })
    expect(view(CASEY)).toMatchObject({ stage: 'accepted', final: null })
  })
})

describe('somebody who has left the screen', () => {
  const all = (who = CASEY) => {
    start(who)
    for (const test of TESTS) {
      store.addAttempt(who.uaid, test, RAW[test])
      store.close(who.uaid, test)
    }
  }
  const listed = [{ eventBookingId: 'b1' }]

  it('with a final comes back as they were, and is not taken on anew', async () => {
    all()
    store.final('1', '')
    const before = store.athlete('b1')
    store.done('1')
    expect(store.current()).toBeNull()
    await settled()
    store = new DeskStore(rules, disk, disk.desk)
    expect(store.state().left.b1?.how, 'after a reload').toBe('final')
    store.recall('b1')
    expect(store.athlete('b1')).toEqual(before)
    expect(store.state().panel).toEqual({ is: 'final' })
    expect(store.state().left).toEqual({})
    await settled()
    expect(disk.stored.filter(({ about }) => about.kind === 'onboard')).toHaveLength(1)
  })

  it('stays known until a list that was asked for after everything was sent', () => {
    let now = 1_000
    store = new DeskStore(rules, disk, null, () => now)
    all()
    store.final('1', '')
    store.done('1')
    const told = (askedAt: number | null, unsent: string[]) =>
      store.dayListed({ askedAt, bookings: listed }, new Set(unsent))
    now = 2_000
    told(1_500, ['b1'])
    expect(Object.keys(store.state().left)).toEqual(['b1'])
    now = 3_000
    told(1_500, [])
    expect(Object.keys(store.state().left), 'a list from before it was sent').toEqual(['b1'])
    told(null, [])
    expect(Object.keys(store.state().left), 'a list of an earlier page').toEqual(['b1'])
    told(2_500, [])
    expect(store.state().left).toEqual({})
  })

  it('is declined from the list, and the decline is undone', async () => {
    store.decline(ROBIN, 'Came with a cold')
    expect(store.state().left.b2).toMatchObject({ how: 'declined', athlete: null })
    store.undoDecline('b2')
    expect(store.state().left).toEqual({})
    expect(store.current()).toBeNull()
    await settled()
    expect(disk.stored.map(({ write }) => write.body)).toMatchObject([
      { eventTestStatus: 'declined', eventTestNotes: 'Came with a cold' },
      { eventTestStatus: 'declined', undo: true },
    ])
  })

  it('is back in the middle of the tests when a decline is undone', () => {
    start()
    store.addAttempt('1', 'Power', 45)
    const before = store.athlete('b1')
    store.decline(CASEY, 'Sore knee')
    store.undoDecline('b1')
    expect(store.athlete('b1')).toEqual(before)
  })

  it('declined is known for as long as it can be undone, though no list names them', () => {
    let now = 0
    store = new DeskStore(rules, disk, null, () => now)
    store.decline(ROBIN, 'Came with a cold')
    now = 60_000
    store.dayListed({ askedAt: now - 1, bookings: [] }, new Set())
    expect(Object.keys(store.state().left)).toEqual(['b2'])
    now = 11 * 60_000
    store.dayListed({ askedAt: now - 1, bookings: [] }, new Set())
    expect(store.state().left).toEqual({})
  })

  it('and is forgotten, is the server’s alone', () => {
    all()
    store.final('1', '')
    store.done('1')
    store.forget('b1')
    expect(store.state().left).toEqual({})
  })
})

describe('clearing the tablet', () => {
  it('empties the queue and keeps whoever has something unsent within reach', async () => {
    start()
    store.addAttempt('1', 'Power', 45)
    start(ROBIN)
    store.addAttempt('2', 'Power', 30)
    const robin = store.athlete('b2')
    await settled()
    const stored = disk.stored.length
    store.reset(new Set(['b2']))
    expect(store.state()).toMatchObject({ queue: [], people: {}, onScreen: null })
    expect(Object.keys(store.state().left)).toEqual(['b2'])
    await settled()
    expect(disk.stored, 'nothing is sent or dropped by it').toHaveLength(stored)
    store.recall('b2')
    expect(store.athlete('b2')).toEqual(robin)
  })
})

describe('an attempt that was removed', () => {
  it('comes back to its place', () => {
    start()
    for (const raw of [30, 32.5, 31]) store.addAttempt('1', 'Strength', raw)
    store.removeAttempt('1', 'Strength', 1)
    expect(store.restoreAttempt('1', 'Strength', 1, 32.5)).toBeNull()
    expect(view(CASEY).tests[1]?.attempts).toEqual([30, 32.5, 31])
  })
})
