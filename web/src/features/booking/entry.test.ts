import { describe, expect, it } from 'vitest'
import type { EventConfig } from '../../api/types'
import type { Rules } from '../../rules'
import {
  cancelBooking,
  changesClosed,
  chooseBookingDate,
  chooseBookingTime,
  DEFAULT_ENTRY,
  openBooking,
  pastEntries,
  readEntries,
  ruleHistory,
  type BookingEntry,
} from './entry'

const entry = (change: Partial<BookingEntry>): BookingEntry => ({
  ...DEFAULT_ENTRY,
  eventId: 'academy',
  ...change,
})
const booked = entry({
  eventBookingId: 'b2',
  eventTestStatus: 'booked',
  eventTestDate: '2026-11-28',
  eventTestTime: '14:15',
  eventTestCode: '7K3QXM',
})
const completed = entry({
  eventBookingId: 'b1',
  eventTestStatus: 'completed',
  eventTestDate: '2026-10-01',
  eventTestTime: '10:00',
  eventTestScore: 61.5,
  results: [{ testType: 'Power', score: 61.5, attempts: [{ score: 40 }] }],
})

// RULES 4.8
it('is not changed online once tests have begun', () => {
  const rules = { cancelAllowed: () => null } as unknown as Rules
  const config = { bookingSessionConfig: { cancelCutoffMinutes: 0 } } as unknown as EventConfig
  const closed = (booking: BookingEntry) => changesClosed(rules, booking, config, 0)
  expect([closed(booked), closed({ ...booked, results: completed.results })]).toEqual([false, true])
})

describe('choosing a new booking date', () => {
  it('adds a fresh entry to the front and keeps the booking that is moved', () => {
    const [front, ...rest] = chooseBookingDate([booked, completed], '2026-12-01')
    expect(front).toEqual({ ...booked, eventTestDate: '2026-12-01' })
    expect(rest).toEqual([booked, completed])
  })

  it('clears id, score, status, time and results when the current entry is not booked', () => {
    const [front, ...rest] = chooseBookingDate([completed], '2026-12-01')
    expect(front).toMatchObject({
      eventTestDate: '2026-12-01',
      eventBookingId: null,
      eventTestScore: null,
      eventTestStatus: null,
      eventTestTime: null,
      results: [],
    })
    expect(rest).toEqual([completed])
  })

  // RULES 4.17
  it('is not of a visit whose score was removed', () => {
    const removed = { ...completed, eventTestStatus: 'dnt', eventTestScoreRemoved: true } as const
    expect(chooseBookingDate([removed], '2026-12-01')[0]?.eventTestScoreRemoved).toBe(false)
    expect(readEntries([{ eventId: 'academy', eventList: [removed] }])).toEqual([removed])
  })

  it('starts from the default for somebody without entries', () => {
    expect(chooseBookingDate([], '2026-12-01')).toEqual([{ ...DEFAULT_ENTRY, eventTestDate: '2026-12-01' }])
  })

  it('makes room for a later choice', () => {
    const once = chooseBookingTime(chooseBookingDate([completed], '2026-12-01'), '10:15')
    const twice = chooseBookingDate(once, '2026-12-02')
    expect(twice).toHaveLength(2)
    expect(twice[0]?.eventTestDate).toBe('2026-12-02')
    expect(chooseBookingDate(chooseBookingDate([booked], '2026-12-01'), '2026-12-02')).toHaveLength(2)
  })
})

it('resets the current entry to the default when it is cancelled', () => {
  expect(cancelBooking([booked, completed])).toEqual([DEFAULT_ENTRY, completed])
})

it('reads the wire, capitals and all, and tells open from past', () => {
  const entries = readEntries([
    {
      eventId: 'academy',
      eventList: [
        {
          eventBookingId: 'b2',
          eventTestStatus: 'BOOKED',
          eventTestDate: '2026-11-28T00:00:00Z',
          eventTestTime: '14:15:00',
        },
        {
          eventBookingId: 'b1',
          eventTestStatus: 'completed',
          results: [{ TestType: 'Power', Score: '61.50', Attempts: [{ score: 40 }] }],
        },
        { eventBookingId: 0, eventTestStatus: null },
      ],
    },
  ])
  expect(entries.map(({ eventId }) => eventId)).toEqual(['academy', 'academy', 'academy'])
  expect(openBooking(entries)).toMatchObject({
    eventBookingId: 'b2',
    eventTestDate: '2026-11-28',
    eventTestTime: '14:15',
  })
  expect(pastEntries(entries)).toHaveLength(1)
  expect(entries[1]?.results).toEqual([{ testType: 'Power', score: 61.5, attempts: [{ score: 40 }] }])
  expect(entries[2]?.eventBookingId).toBeNull()
  expect(ruleHistory(entries).map(({ eventTestStatus }) => eventTestStatus)).toEqual(['booked', 'completed'])
})
