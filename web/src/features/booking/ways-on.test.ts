import { expect, it } from 'vitest'
import type { BookingEligibility } from '../../api/types'
import { paths } from '../../paths'
import { obstacles } from './ways-on'

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
  expect(found.map(({ way }) => way?.href)).toEqual([paths.register()])
})

it('names the guardian beside a screening that needs a check', () => {
  const found = obstacles(blocked('GUARDIAN_REQUIRED', 'SCREENING_NOT_CLEARED'))
  expect(found.map(({ code }) => code)).toEqual(['GUARDIAN_REQUIRED'])
})

it('says what cannot be settled', () => {
  expect(obstacles(blocked('AGE_OUT_OF_RANGE'))).toEqual([
    { code: 'AGE_OUT_OF_RANGE', message: 'AGE_OUT_OF_RANGE.', way: undefined },
  ])
})
