// @vitest-environment node
// The desk with the real rules: what a tap does at once, what is stored for it, and what survives.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadRules, type Rules } from '../../../rules'
import { CASEY, RAW, ROBIN, Tablet } from '../../../test/desk'
import { TEST_TYPES } from '../../../components/art/test-types'
import type { Sending } from '../writes'
import { DeskStore } from './desk-store'
import type { TestType } from '../model'
import { knownTests, type ListedResult } from './known-tests'
import type { StoredDesk } from './stored-desk'

let rules: Rules
let tablet: Tablet
beforeAll(async () => {
  rules = await loadRules()
})
beforeEach(() => {
  tablet = new Tablet(rules)
})

describe('a tap', () => {
  it('is on the screen before anything is stored', () => {
    tablet.start()
    expect(tablet.store.addAttempt('1', 'Power', 45)).toBeNull()
    expect(tablet.view(CASEY).tests[2]).toMatchObject({ status: 'open', attempts: [45], best: 45, score: 50 })
    expect(tablet.disk.stored).toEqual([])
    expect(tablet.store.state().persistence.saving).toBe(true)
  })

  it('stores the write and the desk in one go', async () => {
    tablet.start()
    tablet.store.addAttempt('1', 'Power', 45)
    tablet.store.addAttempt('1', 'Power', 42.5)
    tablet.store.close('1', 'Power')
    await tablet.settled()
    expect(tablet.disk.stored.map(({ about }) => about.kind)).toEqual(['onboard', 'test'])
    expect(tablet.disk.stored[1]?.write).toEqual({
      method: 'POST',
      path: '/api/event/admin/test',
      body: {
        uaid: '1',
        eventBookingId: 'b1',
        results: { TestType: 'Power', Attempts: [{ score: 45 }, { score: 42.5 }], Status: 'closed' },
      },
    })
    const again = tablet.reloaded()
    expect(again.state().queue).toEqual(tablet.store.state().queue)
    expect(again.current()?.uaid).toBe('1')
    expect(JSON.stringify(tablet.disk.desk)).not.toMatch(/emergency|medical|assistance/i)
  })

  it('stores an attempt that nobody has sent yet', async () => {
    tablet.start()
    tablet.store.addAttempt('1', 'Speed', 3.412)
    await tablet.settled()
    expect(tablet.reloaded().athlete('b1')?.tests.Speed.attempts).toEqual([3.412])
    tablet.store.removeAttempt('1', 'Speed', 0)
    expect(tablet.view(CASEY).tests[3]?.attempts).toEqual([])
  })
})

describe('a reload in the middle of an attempt', () => {
  it('shows the pad again with the number on it', async () => {
    tablet.start()
    tablet.store.open({ is: 'test', test: 'Speed' })
    await tablet.settled()
    tablet.store.type('3.4')
    // The banner does not flicker with each digit.
    expect(tablet.store.state().persistence.saving).toBe(false)
    await expect.poll(() => tablet.reloaded().state().typed).toBe('3.4')
    expect(tablet.reloaded().state().panel).toEqual({ is: 'test', test: 'Speed' })
  })

  it('shows no pad for a test that is closed', async () => {
    tablet.start()
    tablet.store.open({ is: 'test', test: 'Speed' })
    tablet.store.addAttempt('1', 'Speed', 3.4)
    tablet.store.close('1', 'Speed')
    await tablet.settled()
    expect(tablet.reloaded().state()).toMatchObject({ panel: { is: 'none' }, typed: '' })
  })
})

describe('a tablet that cannot store', () => {
  it('says so, keeps all of it in sight, and stores it in its order as soon as it can', async () => {
    tablet.start()
    await tablet.settled()
    tablet.disk.broken = true
    for (const test of TEST_TYPES) {
      tablet.store.addAttempt('1', test, RAW[test])
      tablet.store.close('1', test)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { trouble, pending, saving } = tablet.store.state().persistence
    expect({ trouble, saving, pending: pending.length }).toEqual({
      trouble: 'This tablet is full.',
      saving: true,
      pending: 6,
    })
    expect(tablet.view(CASEY).tests.every(({ status }) => status === 'closed')).toBe(true)
    tablet.disk.broken = false
    tablet.store.keepAgain()
    await tablet.settled()
    expect(tablet.disk.stored.slice(1).map(({ about }) => about.test)).toEqual(TEST_TYPES)
    expect(tablet.store.state().persistence).toEqual({ pending: [], saving: false, trouble: null })
    expect((tablet.disk.desk as StoredDesk).queue).toEqual(tablet.store.state().queue)
  })
})

describe('the queue', () => {
  it('refuses somebody who is there, with the sentence of the specification', () => {
    tablet.start()
    expect(tablet.store.onboard(CASEY, {}, true)).toBe('User already onboarded')
  })

  it('has the latest in front, and goes on with whoever is left', async () => {
    tablet.start()
    tablet.start(ROBIN)
    expect(tablet.store.current()?.uaid).toBe('2')
    tablet.store.show('b1')
    expect(tablet.store.current()?.uaid).toBe('1')
    tablet.store.done('1')
    expect(tablet.store.current()?.uaid).toBe('2')
    tablet.store.release('2')
    expect(tablet.store.current()).toBeNull()
    await tablet.settled()
    expect(tablet.disk.stored.at(-1)?.write.body).toEqual({
      code: '7K3QXM',
      day: '2026-11-21',
      release: true,
    })
    expect((tablet.disk.desk as StoredDesk).people).toEqual({})
  })

  it('takes the next visit of an athlete once the final of the one before is in', () => {
    const next = { ...CASEY, bookingId: 'b9', day: '2026-11-22' }
    tablet.testAll()
    expect(tablet.store.onboard(next, {}, false)).toMatch(/^An earlier visit of theirs/)
    expect(tablet.store.current()?.bookingId).toBe('b1')
    tablet.store.final('1', '')
    expect(tablet.store.onboard(next, {}, false)).toBeNull()
    expect(tablet.view(next)).toMatchObject({ stage: 'onboarded', final: null })
    expect(tablet.store.athlete('b1')).toBeNull()
    expect(tablet.store.state()).toMatchObject({ onScreen: 'b9', left: { b1: { how: 'final' } } })
    expect(Object.keys(tablet.store.state().people)).toEqual(['b9'])
  })

  it('declines with a reason', async () => {
    tablet.start()
    tablet.store.decline(CASEY, 'Sore knee')
    await tablet.settled()
    expect(tablet.disk.stored.at(-1)?.write).toMatchObject({
      path: '/api/user/event/booking',
      body: { uaid: '1', eventBookingId: 'b1', eventTestStatus: 'declined', eventTestNotes: 'Sore knee' },
    })
  })

  it('carries on with what the server has of somebody', () => {
    const results = [
      { TestType: 'Power', score: 50, status: 'closed', revision: 2, attempts: [{ score: 45 }] },
      { TestType: 'Chess', score: 1, status: 'closed', revision: 1, attempts: [] },
    ]
    tablet.store.onboard(CASEY, knownTests(results), false)
    expect(tablet.view(CASEY).tests[2]).toMatchObject({ status: 'closed', attempts: [45], score: 50 })
    expect(tablet.store.state().persistence.pending).toEqual([])
  })
})

describe('tests and the final', () => {
  it('names the revision that an unlocked test replaces', async () => {
    tablet.start()
    tablet.store.addAttempt('1', 'Power', 45)
    tablet.store.close('1', 'Power')
    tablet.store.unlock('1', 'Power')
    expect(tablet.store.state().panel).toEqual({ is: 'test', test: 'Power' })
    tablet.store.addAttempt('1', 'Power', 60)
    tablet.store.close('1', 'Power')
    await tablet.settled()
    expect(tablet.disk.stored.at(-1)?.write.body.results).toMatchObject({ replaces: 1 })
    expect(tablet.view(CASEY).tests[2]).toMatchObject({ best: 60, score: 75 })
  })

  it('asks for the open ones before a final, then sends the six as they stand', async () => {
    tablet.start()
    expect(tablet.store.final('1', '')).toMatch(/still open: Cognitive/i)
    tablet.store.done('1')
    tablet.testAll()
    expect(tablet.view(CASEY).preview).toBe(50)
    expect(tablet.store.final('1', ' Well run ')).toBeNull()
    expect(tablet.view(CASEY)).toMatchObject({
      stage: 'final',
      final: { status: 'completed', score: 50, held: false },
    })
    await tablet.settled()
    const { path, body } = (tablet.disk.stored.at(-1) as Sending).write
    expect(path).toBe('/api/event/admin/final')
    expect(body).toMatchObject({
      EventBookingId: 'b1',
      Notes: 'Well run',
      Status: 'completed',
    })
    expect(body.Results).toHaveLength(6)
    expect(body).not.toHaveProperty('holdReveal')
  })

  it('keeps typed notes while a test is looked at and through a reload, until the athlete has left', async () => {
    tablet.testAll()
    tablet.store.note('b1', 'Well r')
    tablet.store.note('b1', 'Well run')
    tablet.store.open({ is: 'test', test: 'Power' })
    await tablet.settled()
    tablet.store = tablet.reloaded()
    expect(tablet.store.state().notes).toEqual({ b1: 'Well run' })
    tablet.store.final('1', 'Well run')
    tablet.store.done('1')
    await tablet.settled()
    expect(tablet.reloaded().state().notes).toEqual({})
  })

  it('holds finals for the reveal for as long as the tablet is set so, through a reload', async () => {
    tablet.store.hold(true)
    await tablet.settled()
    tablet.store = tablet.reloaded()
    expect(tablet.store.state().holdReveal).toBe(true)
    tablet.testAll()
    tablet.store.final('1', '')
    await tablet.settled()
    expect(tablet.disk.stored.at(-1)?.write.body).toMatchObject({ Status: 'completed', holdReveal: true })
    expect(tablet.view(CASEY).final).toEqual({ status: 'completed', score: 50, held: true })
    tablet.store.hold(false)
    tablet.testAll(ROBIN)
    tablet.store.final('2', '')
    expect(tablet.view(ROBIN).final?.held).toBe(false)
    const again = new DeskStore(rules, tablet.disk, { version: 1, queue: [], people: {}, onScreen: null })
    expect(again.state().holdReveal, 'what an older page kept').toBe(false)
  })

  it('ends without a score when one was not done', async () => {
    tablet.start()
    for (const test of TEST_TYPES) {
      if (test === 'Endurance') tablet.store.skip('1', test)
      else {
        tablet.store.addAttempt('1', test, RAW[test])
        tablet.store.close('1', test)
      }
    }
    expect(tablet.view(CASEY).preview).toBeNull()
    tablet.store.hold(true)
    tablet.store.final('1', '')
    await tablet.settled()
    expect(tablet.disk.stored.at(-1)?.write.body).toMatchObject({ Status: 'dnt' })
    expect(tablet.disk.stored.at(-1)?.write.body, 'there is nothing to hold').not.toHaveProperty('holdReveal')
    expect(tablet.view(CASEY).final).toEqual({ status: 'dnt', score: null, held: false })
  })

  it('does not skip what has been tried, nor close what has not', () => {
    tablet.start()
    expect(tablet.store.close('1', 'Power')).toMatch(/^Record at least one attempt/)
    tablet.store.addAttempt('1', 'Power', 45)
    expect(tablet.store.skip('1', 'Power')).toMatch(/^Remove the attempts/)
  })

  it('takes a final back when a test turns out otherwise', () => {
    tablet.testAll()
    tablet.store.final('1', '')
    tablet.store.replaceTest('1', 'Power', { status: 'closed', attempts: [60], score: 75, revision: 2 })
    expect(tablet.view(CASEY)).toMatchObject({ stage: 'accepted', final: null })
  })
})

// RULES 7.5
describe('an athlete whose onboarding reached the server after a change of Scoring', () => {
  const tests = CASEY.protocols.tests.map((one) => (one.TestType === 'Power' ? { ...one, hundred: 45 } : one))
  const bookings = [{ eventBookingId: 'b1', protocols: { version: 2, tests } }]
  const list = () => tablet.store.dayListed({ askedAt: 1, bookings }, new Set())

  it('is scored as the list says, in closed and open tests', async () => {
    tablet.start()
    tablet.store.addAttempt('1', 'Power', 45)
    tablet.store.close('1', 'Power')
    list()
    expect(tablet.view(CASEY).tests[2]).toMatchObject({ status: 'closed', attempts: [45], score: 100 })
    tablet.store.unlock('1', 'Power')
    expect(tablet.view(CASEY).tests[2]).toMatchObject({ status: 'open', score: 100 })
    await tablet.settled()
    expect(tablet.reloaded().person('b1')?.protocols.version).toBe(2)
  })

  it('has that final, and nothing is sent again', async () => {
    tablet.testAll()
    tablet.store.final('1', '')
    await tablet.settled()
    const sent = tablet.disk.stored.length
    list()
    expect(tablet.view(CASEY)).toMatchObject({ stage: 'final', final: { status: 'completed', score: 58.33 } })
    await tablet.settled()
    expect(tablet.disk.stored).toHaveLength(sent)
  })
})

describe('an athlete whom another tablet has too', () => {
  const result = (TestType: TestType, more: object = {}) => ({
    TestType,
    status: 'closed',
    score: 75,
    revision: 1,
    attempts: [{ score: 60 }],
    ...more,
  })
  const list = (results: ListedResult[], askedAt = Infinity, unsent: string[] = []) =>
    tablet.store.dayListed({ askedAt, bookings: [{ eventBookingId: 'b1', results }] }, new Set(unsent))
  const power = () => tablet.store.athlete('b1')?.tests.Power

  it('takes over what another tablet has closed since, but no test with typed attempts', async () => {
    tablet.start()
    tablet.store.addAttempt('1', 'Strength', 32.5)
    tablet.store.open({ is: 'test', test: 'Speed' })
    tablet.store.type('3.4')
    await tablet.settled()
    const sent = tablet.disk.stored.length
    list([
      result('Power'),
      result('Strength'),
      result('Speed'),
      result('Agility', { status: 'dnt', score: null }),
    ])
    expect(power()).toEqual({ status: 'closed', attempts: [60], score: 75, revision: 1 })
    const { Strength, Speed, Agility } = tablet.store.athlete('b1')?.tests ?? {}
    expect(Strength).toMatchObject({ status: 'open', attempts: [32.5] })
    expect(Speed, 'a number is on the pad').toMatchObject({ status: 'open', attempts: [] })
    expect(Agility).toMatchObject({ status: 'dnt', revision: 1 })
    await tablet.settled()
    expect(tablet.reloaded().athlete('b1')?.tests.Power.status).toBe('closed')
    expect(tablet.disk.stored, 'nothing is sent for it').toHaveLength(sent)
  })

  it('is left alone by a list that may be older than what was recorded here', () => {
    let now = 1_000
    tablet = new Tablet(rules, () => now)
    tablet.start()
    list([result('Power')], 2_000, ['b1'])
    expect(power(), 'something is unsent').toMatchObject({ status: 'open' })
    now = 3_000
    list([result('Power')], 2_000)
    expect(power(), 'a list from before it was sent').toMatchObject({ status: 'open' })
    list([result('Power')], 3_000)
    expect(power()).toMatchObject({ status: 'closed' })
  })

  it('keeps a test that was unlocked here, and its final', () => {
    tablet.testAll()
    tablet.store.unlock('1', 'Power')
    tablet.store.removeAttempt('1', 'Power', 0)
    list([result('Power')])
    expect(power()).toMatchObject({ status: 'open', attempts: [], revision: 1 })
    tablet.store.addAttempt('1', 'Power', 45)
    tablet.store.close('1', 'Power')
    tablet.store.final('1', '')
    list([result('Power', { revision: 9 })])
    expect(tablet.view(CASEY)).toMatchObject({ stage: 'final', final: { score: 50 } })
  })

  it('is taken off this one, and within reach until a list shows what was recorded here', () => {
    tablet.start()
    tablet.store.takeOff('1')
    expect(tablet.store.current()).toBeNull()
    list([], 0)
    expect(tablet.store.state().left.b1?.how).toBe('cleared')
    list([])
    expect(tablet.store.state().left).toEqual({})
  })
})

describe('an attempt that was removed', () => {
  it('comes back to its place', () => {
    tablet.start()
    for (const raw of [30, 32.5, 31]) tablet.store.addAttempt('1', 'Strength', raw)
    tablet.store.removeAttempt('1', 'Strength', 1)
    expect(tablet.store.restoreAttempt('1', 'Strength', 1, 32.5)).toBeNull()
    expect(tablet.view(CASEY).tests[1]?.attempts).toEqual([30, 32.5, 31])
  })
})
