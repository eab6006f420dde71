// What the fields and roles of a person are called.
import type { RoleId } from '../../../api/wire'
import type { Choice } from '../../../components/SelectField'
import type { Screening } from './wire'

export const ROLE_NAME: Readonly<Record<RoleId, string>> = {
  1: 'Athlete',
  2: 'In-store',
  3: 'Programme delivery',
  4: 'Coach',
}

/** What a role may do, for whoever gives it. */
export const ROLE_HINT: Readonly<Record<RoleId, string>> = {
  1: 'Books tests and sees their own results.',
  2: 'Onboards athletes and records their tests on the day.',
  3: 'Everything on these pages, roles and health details included.',
  4: 'Books for their own teams; sees no health details.',
}

export const ROLES: readonly RoleId[] = [1, 2, 3, 4]

const choices = (...values: string[]): Choice[] => values.map((value) => ({ value, label: value }))

export const SIZES = choices('XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL')

export const GENDERS: readonly Choice[] = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'other', label: 'Other' },
  { value: 'none', label: 'Rather not say' },
]

export const genderText = (gender: string | null): string =>
  GENDERS.find(({ value }) => value === gender)?.label ?? 'Not said'

export const SCREENING_NAME: Readonly<Record<Screening['state'], string>> = {
  cleared: 'Cleared to test',
  'not-cleared': 'Not cleared',
  expired: 'Questions due',
}
