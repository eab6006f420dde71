// @vitest-environment node
// Who has left the desk's queue: with a final, declined, or because the tablet was cleared.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadRules, type Rules } from '../../../rules'
import { CASEY, ROBIN, Tablet } from '../../../test/desk'
import type { DayListing } from './departures'

let rules: Rules
let tablet: Tablet
beforeAll(async () => {
  rules = await loadRules()
})
beforeEach(() => {
  tablet = new Tablet(rules)
})

describe('somebody who has left the screen', () => {
  it('with a final comes back as they were, and is not onboarded again', async () => {
    tablet.testAll()
    tablet.store.final('1', '')
    const before = tablet.store.athlete('b1')
    tablet.store.done('1')
    expect(tablet.store.current()).toBeNull()
    await tablet.settled()
    tablet.store = tablet.reloaded()
    expect(tablet.store.state().left.b1?.how, 'after a reload').toBe('final')
    tablet.store.recall('b1')
    expect(tablet.store.athlete('b1')).toEqual(before)
    expect(tablet.store.state().panel).toEqual({ is: 'final' })
    expect(tablet.store.state().left).toEqual({})
    await tablet.settled()
    expect(tablet.disk.stored.filter(({ about }) => about.kind === 'onboard')).toHaveLength(1)
  })

  it('stays known until a list that was asked for after everything was sent', () => {
    let now = 1_000
    tablet = new Tablet(rules, () => now)
    tablet.testAll()
    tablet.store.final('1', '')
    tablet.store.done('1')
    const list = (askedAt: number | null, unsent: string[]) =>
      tablet.store.dayListed({ askedAt, bookings: [{ eventBookingId: 'b1' }] }, new Set(unsent))
    now = 2_000
    list(1_500, ['b1'])
    expect(Object.keys(tablet.store.state().left)).toEqual(['b1'])
    now = 3_000
    list(1_500, [])
    expect(Object.keys(tablet.store.state().left), 'a list from before it was sent').toEqual(['b1'])
    list(null, [])
    expect(Object.keys(tablet.store.state().left), 'a list of an earlier page').toEqual(['b1'])
    list(2_500, [])
    expect(Object.keys(tablet.store.state().left), 'a list from while it was being sent').toEqual(['b1'])
    // It is requested at once, which may be the same moment.
    list(3_000, [])
    expect(tablet.store.state().left).toEqual({})
  })

  it('is declined from the list, and the decline is undone', async () => {
    tablet.store.decline(ROBIN, 'Came with a cold')
    expect(tablet.store.state().left.b2).toMatchObject({ how: 'declined', athlete: null })
    tablet.store.undoDecline('b2')
    expect(tablet.store.state().left).toEqual({})
    expect(tablet.store.current()).toBeNull()
    await tablet.settled()
    expect(tablet.disk.stored.map(({ write }) => write.body)).toMatchObject([
      { eventTestStatus: 'declined', eventTestNotes: 'Came with a cold' },
      { eventTestStatus: 'declined', undo: true },
    ])
  })

  it('is back in the middle of the tests when a decline is undone', () => {
    tablet.start()
    tablet.store.addAttempt('1', 'Power', 45)
    const before = tablet.store.athlete('b1')
    tablet.store.decline(CASEY, 'Sore knee')
    tablet.store.undoDecline('b1')
    expect(tablet.store.athlete('b1')).toEqual(before)
  })

  it('has the notes typed for the final again when a decline is undone, after a reload too', async () => {
    tablet.start()
    tablet.store.note('b1', 'Lane two.')
    tablet.store.decline(CASEY, 'Sore knee')
    expect(tablet.store.state().notes).toEqual({})
    await tablet.settled()
    tablet.store = tablet.reloaded()
    tablet.store.undoDecline('b1')
    expect(tablet.store.state().notes).toEqual({ b1: 'Lane two.' })
  })

  it('has the notes again when a refused final is taken back', () => {
    tablet.testAll()
    tablet.store.note('b1', 'Lane two.')
    tablet.store.final('1', 'Lane two.')
    tablet.store.done('1')
    tablet.store.recall('b1', false)
    tablet.store.reopen('1')
    expect(tablet.store.state().notes).toEqual({ b1: 'Lane two.' })
  })

  it('comes back behind the athlete on screen when asked to, and what is typed for that one stays', () => {
    tablet.start()
    tablet.store.addAttempt('1', 'Power', 45)
    const before = tablet.store.athlete('b1')
    tablet.start(ROBIN)
    tablet.store.decline(CASEY, 'Sore knee')
    tablet.store.open({ is: 'test', test: 'Speed' })
    tablet.store.type('3.4')
    tablet.store.recall('b1', false)
    expect(tablet.store.athlete('b1')).toEqual(before)
    expect(tablet.store.current()?.bookingId).toBe('b2')
    expect(tablet.store.state()).toMatchObject({
      panel: { is: 'test', test: 'Speed' },
      typed: '3.4',
      left: {},
    })
  })

  it('comes on screen when nobody else is there', () => {
    expect(tablet.store.onboard(CASEY, {}, true)).toBeNull()
    tablet.store.decline(CASEY, 'Sore knee')
    tablet.store.recall('b1', false)
    expect(tablet.store.current()?.bookingId).toBe('b1')
    expect(tablet.store.state().panel).toEqual({ is: 'sheet' })
  })

  it('declined is known for as long as it can be undone, though no list names them', () => {
    let now = 0
    tablet = new Tablet(rules, () => now)
    tablet.store.decline(ROBIN, 'Came with a cold')
    now = 60_000
    tablet.store.dayListed({ askedAt: now - 1, bookings: [] }, new Set())
    expect(Object.keys(tablet.store.state().left)).toEqual(['b2'])
    now = 11 * 60_000
    tablet.store.dayListed({ askedAt: now - 1, bookings: [] }, new Set())
    expect(tablet.store.state().left).toEqual({})
  })

  it('and is forgotten, is the server’s alone', () => {
    tablet.testAll()
    tablet.store.final('1', '')
    tablet.store.done('1')
    tablet.store.forget('b1')
    expect(tablet.store.state().left).toEqual({})
  })
})

describe('clearing the tablet', () => {
  it('empties the queue and keeps whoever has something unsent within reach', async () => {
    tablet.start()
    tablet.store.addAttempt('1', 'Power', 45)
    tablet.start(ROBIN)
    tablet.store.addAttempt('2', 'Power', 30)
    tablet.store.note('b2', 'Lane two.')
    const robin = tablet.store.athlete('b2')
    await tablet.settled()
    const stored = tablet.disk.stored.length
    tablet.store.reset(new Set(['b2']))
    expect(tablet.store.state()).toMatchObject({ queue: [], people: {}, onScreen: null })
    expect(Object.keys(tablet.store.state().left)).toEqual(['b2'])
    await tablet.settled()
    expect(tablet.disk.stored, 'nothing is sent or dropped by it').toHaveLength(stored)
    tablet.store.recall('b2')
    expect(tablet.store.athlete('b2')).toEqual(robin)
    expect(tablet.store.state().notes).toEqual({ b2: 'Lane two.' })
  })

  it('keeps attempts of an open test within reach after everything was sent', () => {
    let now = 1_000
    tablet = new Tablet(rules, () => now)
    for (const who of [CASEY, ROBIN]) {
      tablet.start(who)
      tablet.store.addAttempt(who.uaid, 'Power', 45)
      tablet.store.close(who.uaid, 'Power')
    }
    tablet.store.addAttempt('2', 'Speed', 3.45)
    const robin = tablet.store.athlete('b2')
    const list = (unsent: string[]) =>
      tablet.store.dayListed(
        { askedAt: now, bookings: [{ eventBookingId: 'b1' }, { eventBookingId: 'b2' }] },
        new Set(unsent),
      )
    tablet.store.reset(new Set(['b1', 'b2']))
    list(['b1', 'b2'])
    now = 2_000
    list([])
    now = 3_000
    list([])
    expect(Object.keys(tablet.store.state().left), 'Casey has nothing that the list does not show').toEqual([
      'b2',
    ])
    tablet.store.recall('b2')
    expect(tablet.store.athlete('b2')).toEqual(robin)
  })

  const ENDED = ['completed', 'dnt', 'declined', 'cancelled']
  it.each<[string, DayListing['bookings']]>([
    ['the list of another day does not name them', []],
    ...ENDED.map((is): [string, DayListing['bookings']] => [
      `their booking is ${is}`,
      [{ eventBookingId: 'b1', eventTestStatus: is }],
    ]),
  ])('lets attempts of an open test go once %s', (_, bookings) => {
    let now = 1_000
    tablet = new Tablet(rules, () => now)
    tablet.start()
    tablet.store.addAttempt('1', 'Speed', 3.45)
    tablet.store.reset(new Set(['b1']))
    const list = (on: DayListing['bookings']) => {
      now += 1_000
      tablet.store.dayListed({ askedAt: now, bookings: on }, new Set())
    }
    list([{ eventBookingId: 'b1', eventTestStatus: 'booked' }])
    expect(Object.keys(tablet.store.state().left)).toEqual(['b1'])
    list(bookings)
    expect(tablet.store.state().left).toEqual({})
  })
})
