// An edit of a profile: which fields were changed, and merging them if somebody else saved in between.
import { genderName } from '../../../academy/names'
import type { StaffProfile } from '../../../api/types'
import { isCivilDate, shortDate } from '../../../academy/civil-date'
import { isKeptWhenEmpty, profileText, toHandles } from '../../../academy/profile-text'
import { NOT_STATED } from '../../../academy/stored-text'
import type { ProfileFields } from './api'

/** The form's values: texts and one boolean; each of the two handles is a text. */
export type Draft = ReturnType<typeof draftOf>

export type DraftKey = keyof Draft

/** The fields in the order of the form, with their names. */
export const FIELD_NAME: Readonly<Record<DraftKey, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  emailAddress: 'E-mail',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  phoneNumber: 'Phone',
  postcode: 'Postcode',
  tShirtSize: 'T-shirt',
  isCompetitor: 'On leaderboards',
  emergencyName: 'Emergency contact',
  emergencyNumber: 'Emergency number',
  medicalIssues: 'Medical notes',
  sportPlayed: 'Sport',
  sportLevel: 'Level',
  improvement: 'Wants to improve',
  instagram: 'Instagram',
  tiktok: 'TikTok',
}

const FIELDS = Object.keys(FIELD_NAME) as readonly DraftKey[]

/** A profile without its health details, as it is cached. */
export function closed(profile: StaffProfile): StaffProfile {
  const { screening } = profile
  return {
    ...profile,
    emergencyName: NOT_STATED,
    emergencyNumber: NOT_STATED,
    medicalIssues: NOT_STATED,
    screening: screening && {
      ...screening,
      clearance: screening.clearance && { ...screening.clearance, basis: NOT_STATED },
    },
  }
}

export const draftOf = (profile: StaffProfile) => ({
  ...profileText(profile),
  emailAddress: profile.emailPending ?? profile.emailAddress,
  dateOfBirth: profile.dateOfBirth ?? '',
  isCompetitor: profile.isCompetitor,
})

const changedKeys = (before: Draft, now: Draft): DraftKey[] =>
  FIELDS.filter((key) => before[key] !== now[key])

/** The fields that were emptied although an empty value keeps what is stored. */
export const emptied = (before: Draft, now: Draft): DraftKey[] =>
  changedKeys(before, now).filter((key) => isKeptWhenEmpty(key, String(now[key])))

/** The request of an edit: only the changed fields, but always both handles together. */
export function sentOf(before: Draft, now: Draft): Partial<ProfileFields> {
  const changed = changedKeys(before, now)
  const { instagram, tiktok, ...fields } = now
  const handles = changed.some((key) => key === 'instagram' || key === 'tiktok')
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([key]) => changed.some((one) => one === key))),
    ...(handles && { socialMediaHandles: toHandles(instagram, tiktok) }),
  }
}

export type Side = 'mine' | 'theirs'

/** A field that somebody else, or both, changed. */
export interface Difference {
  key: DraftKey
  theirs: Draft[DraftKey]
  mine: Draft[DraftKey]
  /** Whether both changed it, to different values: then a person has to choose. */
  both: boolean
}

/** What they changed since the common version, with my values of the same fields. */
export function differences(base: Draft, mine: Draft, theirs: Draft): Difference[] {
  return changedKeys(base, theirs)
    .filter((key) => mine[key] !== theirs[key])
    .map((key) => ({ key, theirs: theirs[key], mine: mine[key], both: mine[key] !== base[key] }))
}

/** The merged draft: theirs, with my changes unless theirs were chosen. */
export function merge(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  choices: Partial<Record<DraftKey, Side>>,
): Draft {
  const own = changedKeys(base, mine).filter((key) => choices[key] !== 'theirs')
  return { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])) }
}

/** A value as people read it. */
export function valueText(key: DraftKey, value: Draft[DraftKey]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (key === 'gender') return genderName(value)
  if (key === 'dateOfBirth' && isCivilDate(value)) return shortDate(value)
  return value === '' ? 'Nothing' : value
}
