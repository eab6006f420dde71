// The names of a person's fields and roles.
import { fullName } from '../../../academy/names'
import type { ApiFailure } from '../../../api/client/failure'
import { refusedField } from '../../../api/error-sentence'
import type { RoleId } from '../../../api/types'
import type { ScreeningView } from '../../../api/types'

/** What a role may do, shown to the person assigning it. */
export const ROLE_HINT: Readonly<Record<RoleId, string>> = {
  1: 'Books tests and sees their own results.',
  2: 'Onboards athletes and records their tests on the day.',
  3: 'Everything on these pages, roles and health details included.',
  4: 'Books for their own teams; sees no health details.',
}

export const ROLES: readonly RoleId[] = [1, 2, 3, 4]

export const SCREENING_NAME: Readonly<Record<ScreeningView['state'], string>> = {
  cleared: 'Cleared to test',
  'not-cleared': 'Not cleared',
  expired: 'Questions due',
}

/** A person as lists and dialogs name them. */
export const nameOf = (person: { firstName: string; lastName: string }): string =>
  fullName(person) || 'No name yet'

/** Refusals whose usual sentences speak to the person themselves, with the field they belong to. */
const TO_STAFF: Readonly<Record<string, { field: string; message: string }>> = {
  EMAIL_TAKEN: {
    field: 'emailAddress',
    message: 'An account has that address, or had it in the last seven days. Look its owner up by name.',
  },
  DATE_OF_BIRTH_REQUIRED: { field: 'dateOfBirth', message: 'Give their date of birth.' },
  DATE_OF_BIRTH_INVALID: {
    field: 'dateOfBirth',
    message: 'Check their date of birth: it has to be in the past.',
  },
  HEALTH_CONSENT_REQUIRED: {
    field: 'healthConsent',
    message:
      'They have not agreed that we hold health details. They do that after signing in, under My Profile.',
  },
  AGE_OUT_OF_RANGE: { field: 'dateOfBirth', message: 'They must be 16 to 99 to take part.' },
}

/** A refused change of somebody else's profile, as the problem of its field. */
export const refusedPerson = (error: ApiFailure | null) =>
  (error && TO_STAFF[error.errorCode]) ?? refusedField(error)
