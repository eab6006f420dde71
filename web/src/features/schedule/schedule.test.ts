import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../../api/client/failure'
import type { Weekday } from '../../api/types'
import { hitBooking } from '../../test/hit-booking'
import { becameOf, moveTheRest, stillFitting, stillFree } from './change/decisions'
import { changesOf, doneWords, drawn, takenBack, type Edit } from './edit'
import { dragged, shifted, stretched } from './drag/grab'
import { inLanes } from './hours/lanes'
import { every, inWords, onlyIn, painted, takesOut, WEEK, type Lists } from './lists/weekly'
import { changedMeanwhile } from './change/send'
import { monthDays, titleOf } from './view'
import type { HitBooking, Schedule, StoredSession } from './api'

const at = (start: number, end: number, date = '2026-11-24') => ({ date, start, end })

describe('a drag', () => {
  it('makes a session of whole quarter hours, upwards too', () => {
    const from = at(600, 615)
    expect(dragged({ part: 'new', from }, '2026-11-25', 652)).toEqual(at(600, 660))
    expect(dragged({ part: 'new', from }, '2026-11-24', 571)).toEqual(at(570, 615))
  })

  it('moves a session as a whole and keeps it inside its day', () => {
    const from = at(600, 690)
    expect(dragged({ part: 'whole', from, grip: 30 }, '2026-11-26', 760)).toEqual(at(735, 825, '2026-11-26'))
    expect(dragged({ part: 'whole', from, grip: 30 }, '2026-11-24', 1500)).toEqual(at(1350, 1440))
  })

  it('never turns a session round by its edges', () => {
    const from = at(600, 690)
    expect(dragged({ part: 'end', from }, '2026-11-24', 540)).toEqual(at(600, 615))
    expect(dragged({ part: 'start', from }, '2026-11-24', 1200)).toEqual(at(675, 690))
    expect(stretched(from, -600).end).toBe(615)
    expect(shifted(from, -600)).toEqual(at(540, 630))
  })
})

it('sessions that share a moment share the width, others do not', () => {
  const a = at(600, 720)
  const b = at(660, 700)
  const c = at(700, 760)
  const d = at(800, 860)
  expect(inLanes([d, c, b, a])).toEqual([
    { session: a, lane: 0, lanes: 2 },
    { session: b, lane: 1, lanes: 2 },
    { session: c, lane: 1, lanes: 2 },
    { session: d, lane: 0, lanes: 1 },
  ])
})

const stored: StoredSession = {
  id: 's1',
  kind: 'closed-session',
  date: '2026-11-24',
  start: '22:00',
  end: '23:59',
  rev: 4,
}

describe('an act', () => {
  it('says the end of the day as the wire can', () => {
    const edit: Edit = {
      act: 'change',
      session: stored,
      plan: { kind: 'closed-session', ...at(1320, 1440, '2026-11-25') },
    }
    expect(changesOf(edit)).toEqual([
      {
        kind: 'closed-session',
        act: 'change',
        id: 's1',
        date: '2026-11-25',
        start: '22:00',
        end: '23:59',
        from: { date: '2026-11-24', start: '22:00', end: '23:59' },
      },
    ])
    expect(takenBack(edit, { session: { ...stored, date: '2026-11-25', rev: 5 }, dates: [] })).toMatchObject({
      act: 'change',
      session: { rev: 5 },
      plan: at(1320, 1440),
    })
  })

  it('stands in the calendar before the server has taken it', () => {
    const schedule: Schedule = {
      closedDates: ['2026-11-27'],
      bankHolidays: [],
      sessions: [stored],
      days: [],
      times: [],
    }
    const dates = ['2026-11-28', '2026-11-29']
    const closed = drawn(schedule, { act: 'set-days', kind: 'closed-date', dates }).closed
    expect([...closed]).toEqual(['2026-11-27', ...dates])
    expect(drawn(schedule, { act: 'remove', session: stored }).sessions).toEqual([])
  })

  it('says of a run with gaps how many days it is', () => {
    const opened = (...dates: string[]) => doneWords({ act: 'clear-days', kind: 'closed-date', dates })
    expect(opened('2026-11-30', '2026-12-01')).toBe('Open again: Mon 30 Nov to Tue 1 Dec 2026.')
    expect(opened('2026-11-30', '2026-12-02')).toBe('Open again: 2 days from Mon 30 Nov to Wed 2 Dec 2026.')
  })

  it('that only decides about bookings asks for the impact of the day as it is', () => {
    const decide = (closed: boolean): Edit => ({ act: 'decide', date: '2026-11-24', closed })
    const change = { kind: 'closed-date', date: '2026-11-24' }
    expect(changesOf(decide(true))).toEqual([{ ...change, act: 'add' }])
    expect(changesOf(decide(false))).toEqual([{ ...change, act: 'remove' }])
    expect(doneWords(decide(true))).toBe('Decided: Tue 24 Nov 2026.')
  })

  it('that met another one tells of both', () => {
    const elements = {
      sessionDate: { value: '2026-11-26T00:00:00.000Z' },
      sessionStart: { value: '17:00' },
      sessionEnd: { value: '18:00' },
    }
    const current = { id: 's1', typeId: 'training-session', rev: 9, elements }
    const failure = (code: string) => new ApiFailure(code, '', 409, null, null, null, { current })
    expect(changedMeanwhile(failure('SCHEDULE_CHANGED'))).toEqual({
      id: 's1',
      kind: 'training-session',
      date: '2026-11-26',
      start: '17:00',
      end: '18:00',
      rev: 9,
    })
    expect(changedMeanwhile(failure('CONFLICT'))).toBeNull()
  })
})

describe('decisions', () => {
  const hit = (id: string, alternatives: HitBooking['alternatives']) => hitBooking(id, { alternatives })
  const near = { date: '2026-11-24', time: '11:00', remaining: 1 }
  const far = { date: '2026-11-25', time: '11:00', remaining: 2 }

  it('never give one place to two', () => {
    const bookings = [hit('a', [near, far]), hit('b', [near, far]), hit('c', [near])]
    const decisions = moveTheRest(bookings, {})
    expect(decisions).toEqual({
      a: { eventBookingId: 'a', act: 'move', date: near.date, time: near.time },
      b: { eventBookingId: 'b', act: 'move', date: far.date, time: far.time },
    })
    expect(stillFree(hit('d', [near, far]), decisions)).toEqual([{ ...far, remaining: 1 }])
  })

  it('fall when their place has gone meanwhile', () => {
    const decisions = moveTheRest([hit('a', [near])], {})
    expect(stillFitting([hit('a', [far])], decisions)).toEqual({})
    expect(stillFitting([hit('a', [near, far])], decisions)).toEqual(decisions)
    expect(stillFitting([hit('a', [])], { a: { eventBookingId: 'a', act: 'keep' } })).toEqual({})
  })
})

it('the calendar shows whole weeks and says which', () => {
  expect(monthDays('2026-12-09')).toHaveLength(35)
  expect([monthDays('2026-12-09')[0], monthDays('2026-12-09').at(-1)]).toEqual(['2026-11-30', '2027-01-03'])
  expect(titleOf({ show: 'week', day: '2026-12-02' })).toBe('30 Nov – 6 Dec 2026')
  expect(titleOf({ show: 'week', day: '2026-11-24' })).toBe('23 – 29 Nov 2026')
})

it('weekly lists are painted in order, once each', () => {
  const none = Object.fromEntries(WEEK.map((day) => [day, [] as string[]])) as Record<Weekday, string[]>
  const lists: Lists = { testSlots: none, retestSlots: none }
  const morning = painted(lists, 'testSlots', ['monday'], every(600, 720, 30), true)
  const more = painted(morning, 'testSlots', ['monday', 'sunday'], every(570, 660, 30), true)
  expect(more.testSlots.monday).toEqual(['09:30', '10:00', '10:30', '11:00', '11:30'])
  expect(more.testSlots.sunday).toEqual(['09:30', '10:00', '10:30'])
  expect(more.retestSlots.monday).toEqual([])
  expect(inWords(painted(more, 'testSlots', ['monday'], every(600, 660, 15), false).testSlots.monday)).toBe(
    '09:30–11:30, 3 times',
  )
})

it('lists with the same ends and as many times differ in words', () => {
  const theirs = ['10:00', '13:00', '13:15', '18:00']
  const mine = ['10:00', '14:00', '15:00', '18:00']
  expect(onlyIn(theirs, mine)).toBe('13:00–13:15')
  expect(onlyIn(mine, theirs)).toBe('14:00, 15:00')
  expect(onlyIn(mine, mine)).toBe('')
})

it('only a time that leaves a list can hit somebody', () => {
  const day = ['10:00', '10:15']
  const week = Object.fromEntries(WEEK.map((name) => [name, day])) as unknown as Record<Weekday, string[]>
  const lists: Lists = { testSlots: week, retestSlots: week }
  const thursday = (times: string[]): Lists => ({ ...lists, retestSlots: { ...week, thursday: times } })
  expect(takesOut(lists, lists)).toBe(false)
  expect(takesOut(lists, thursday(['10:15', '10:00', '11:00']))).toBe(false)
  expect(takesOut(lists, thursday(['10:15', '11:00']))).toBe(true)
  expect(takesOut(lists, thursday([]))).toBe(true)
  expect(takesOut(thursday([]), lists)).toBe(false)
})

it('what became of bookings is said where there were any', () => {
  expect(becameOf([])).toBe('')
  expect(
    becameOf([
      { eventBookingId: '1', act: 'keep' },
      { eventBookingId: '2', act: 'move', date: '2026-11-24', time: '10:00' },
      { eventBookingId: '3', act: 'keep' },
    ]),
  ).toBe(' Bookings: 1 moved, 2 kept.')
})
