import { expect, test } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { refusedPerson } from './words'

test('a refusal speaks of the person to staff, not to the person', () => {
  expect(refusedPerson(new ApiFailure('EMAIL_TAKEN', '', 409, 'emailAddress'))).toEqual({
    field: 'emailAddress',
    message: 'Somebody has an account with that address already. Look them up instead.',
  })
  expect(
    refusedPerson(new ApiFailure('NAME_INVALID', 'A name has a letter.', 422, 'lastName')),
  ).toMatchObject({
    field: 'lastName',
  })
  expect(refusedPerson(new ApiFailure('PROFILE_CHANGED', '', 409))).toBeNull()
  expect(refusedPerson(null)).toBeNull()
})
