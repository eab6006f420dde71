import { expect, test } from 'vitest'
import { differences, draftOf, problemsOf, settingsOf } from './rules'
import type { BookingSettings } from './api'

const week = (monday: string[]) => ({
  monday,
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
})

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

test('a draft takes the weekly times of what it is saved over', () => {
  const meanwhile = { ...READ, testSlots: week(['09:15']), slotCapacity: 9 }
  const saved = settingsOf({ ...draftOf(READ), daysAhead: '3' }, meanwhile)
  expect(saved).toEqual({ ...READ, testSlots: week(['09:15']), daysAhead: 3 })
  expect(differences(meanwhile, saved)).toEqual([
    { label: 'Places at each time', theirs: '9', mine: '8' },
    { label: 'Days of notice', theirs: '1', mine: '3' },
  ])
})

test('numbers are whole and no larger than the server reads', () => {
  const draft = draftOf(READ)
  expect(problemsOf({ ...draft, slotCapacity: '65535', daysAhead: '0' })).toEqual([])
  expect(problemsOf({ ...draft, slotCapacity: '65536', daysAhead: '-1' })).toEqual([
    { field: 'slotCapacity', message: 'Type a number up to 65535.' },
    { field: 'daysAhead', message: 'Type a whole number.' },
  ])
})
