import { expect, it } from 'vitest'
import type { BookingEligibility } from '../../api/types'
import { paths } from '../../paths'
import { DEFAULT_ENTRY, type BookingEntry, type BookingStatus } from './entry'
import { obstacles, offerObstacle } from './next-steps'

const blocked = (...codes: string[]): BookingEligibility => ({
  mode: 'blocked',
  refusals: codes.map((code) => ({ code, message: `${code}.`, field: '' })),
})

it('names nothing for somebody who may book, or ask for help', () => {
  expect(obstacles(undefined)).toEqual([])
  expect(obstacles({ mode: 'open', refusals: [] })).toEqual([])
  expect(obstacles({ ...blocked('SCREENING_NOT_CLEARED'), mode: 'assistance' })).toEqual([])
})

it('sends somebody who was never asked anything to the questions, once', () => {
  const found = obstacles(
    blocked('DATE_OF_BIRTH_REQUIRED', 'CONSENT_REQUIRED', 'HEALTH_CONSENT_REQUIRED', 'SCREENING_REQUIRED'),
  )
  expect(found.map(({ nextStep }) => nextStep?.href)).toEqual([paths.register()])
})

it('names the guardian beside a screening that needs a check', () => {
  const found = obstacles(blocked('GUARDIAN_REQUIRED', 'SCREENING_NOT_CLEARED'))
  expect(found.map(({ code }) => code)).toEqual(['GUARDIAN_REQUIRED'])
})

it('says what cannot be settled', () => {
  expect(obstacles(blocked('AGE_OUT_OF_RANGE'))).toEqual([
    { code: 'AGE_OUT_OF_RANGE', message: 'AGE_OUT_OF_RANGE.', nextStep: undefined },
  ])
})

const entry = (status: BookingStatus): BookingEntry => ({ ...DEFAULT_ENTRY, eventTestStatus: status })
const uncleared: BookingEligibility = { ...blocked('SCREENING_NOT_CLEARED'), mode: 'assistance' }

// RULES 5.2
it.each<[string, BookingEligibility | undefined, BookingEntry | null, string | undefined]>([
  ['nothing where nothing is known', undefined, null, undefined],
  ['nothing to somebody who may book', { mode: 'open', refusals: [] }, entry('booked'), undefined],
  ['what is missing', blocked('CONSENT_REQUIRED', 'GUARDIAN_REQUIRED'), null, 'CONSENT_REQUIRED.'],
  ['that their answers need a check', uncleared, null, 'SCREENING_NOT_CLEARED.'],
  ['the same to somebody with a booking', uncleared, entry('booked'), 'SCREENING_NOT_CLEARED.'],
  ['nothing to somebody whose request for help is moved', uncleared, entry('assistance'), undefined],
])('names before a place is taken %s', (_, eligibility, booking, message) => {
  expect(offerObstacle(eligibility, booking)?.message).toBe(message)
})
