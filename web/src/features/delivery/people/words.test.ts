import { expect, test } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { refusedPerson } from './words'

test('a refusal speaks of the person to staff, not to the person', () => {
  expect(refusedPerson(new ApiFailure('EMAIL_TAKEN', '', 409, 'emailAddress'))).toEqual({
    field: 'emailAddress',
    message: 'An account has that address, or had it in the last seven days. Look its owner up by name.',
  })
  expect(refusedPerson(new ApiFailure('HEALTH_CONSENT_REQUIRED', '', 422, 'healthConsent'))?.message).toMatch(
    /^They have not agreed/,
  )
  expect(
    refusedPerson(new ApiFailure('NAME_INVALID', 'A name has a letter.', 422, 'lastName')),
  ).toMatchObject({
    field: 'lastName',
  })
  expect(refusedPerson(new ApiFailure('PROFILE_CHANGED', '', 409))).toBeNull()
  expect(refusedPerson(null)).toBeNull()
})
