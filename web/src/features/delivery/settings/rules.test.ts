import { expect, test } from 'vitest'
import { NO_TIMES } from '../../../test/stored-settings'
import { bothChanged, changesOver, differences, draftOf, problemsOf, readBefore, settingsOf } from './rules'
import type { BookingSettings } from './api'

const week = (monday: string[]) => ({ ...NO_TIMES, monday })

const READ: BookingSettings = {
  testSlots: week(['10:00']),
  retestSlots: week([]),
  daysAhead: 1,
  startDate: null,
  retestDelay: 28,
  windowDays: 60,
  slotCapacity: 8,
  cancelCutoffMinutes: 0,
  openings: [],
}

test('only what was changed here is put over what somebody else has saved', () => {
  const theirs = { ...READ, testSlots: week(['09:15']), slotCapacity: 9, daysAhead: 2 }
  const mine = settingsOf({ ...draftOf(READ), daysAhead: '3', startDate: '2026-12-01' }, READ)
  const both = changesOver(theirs, { read: READ, mine })
  expect(both).toEqual({ ...theirs, daysAhead: 3, startDate: '2026-12-01' })
  expect(differences(theirs, both)).toEqual([
    { label: 'Days of notice', theirs: '2', mine: '3' },
    { label: 'No booking before', theirs: 'none', mine: 'Tue 1 Dec 2026' },
  ])
})

test('only what somebody else has changed as well counts as read before', () => {
  const mine = { ...READ, daysAhead: 3, windowDays: 45 }
  const theirs = { ...READ, daysAhead: 2, slotCapacity: 9 }
  const read = readBefore(mine, { read: READ, stored: theirs, sent: null })
  expect(read).toEqual({ ...theirs, daysAhead: READ.daysAhead })
  expect(bothChanged(mine, { read, stored: theirs })).toBe(true)
  // What is stored was typed here, or sent.
  for (const [typed, sent] of [
    [2, null],
    [4, { ...READ, daysAhead: 2 }],
  ] as const) {
    const own = { ...mine, daysAhead: typed }
    const known = readBefore(own, { read: READ, stored: theirs, sent })
    expect(known).toEqual(theirs)
    expect(bothChanged(own, { read: known, stored: theirs })).toBe(false)
  }
})

test('numbers are whole and no larger than the server reads', () => {
  const draft = draftOf(READ)
  expect(problemsOf({ ...draft, slotCapacity: '65535', daysAhead: '0' })).toEqual([])
  expect(problemsOf({ ...draft, slotCapacity: '65536', daysAhead: '-1' })).toEqual([
    { field: 'slotCapacity', message: 'Type a number up to 65535.' },
    { field: 'daysAhead', message: 'Type a whole number.' },
  ])
})
