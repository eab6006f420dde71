// The names of a person's fields and roles.
import { fullName } from '../../../academy/names'
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
