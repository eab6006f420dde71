import { expect, it } from 'vitest'
import { ApiFailure } from './client/failure'
import { detailsOf } from './refusal'

it('says what somebody else has stored, only for the code that was asked about', () => {
  const current = { TestType: 'Speed', score: 80, status: 'closed', revision: 3, Attempts: [{ score: 3 }] }
  const failure = (code: string, details: Record<string, unknown> | null) =>
    new ApiFailure(code, '', 409, null, null, null, details)
  expect(detailsOf(failure('TEST_CLOSED', { current }), 'TEST_CLOSED')?.current).toEqual(current)
  expect(detailsOf(failure('TEST_CLOSED', null), 'TEST_CLOSED')).toBeNull()
  expect(detailsOf(failure('STATUS_CONFLICT', { current }), 'TEST_CLOSED')).toBeNull()
  expect(detailsOf(null, 'TEST_CLOSED')).toBeNull()
})
