// An edit of a profile: which fields were changed, and merging them if somebody else saved in between.
import { genderName } from '../../../academy/names'
import type { SocialMediaHandle, StaffProfile } from '../../../api/types'
import { isCivilDate, shortDate } from '../../../academy/civil-date'
import { CLEARABLE } from '../../../academy/clearable'
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

/** How the server writes an absent value. */
const NOTHING = 'N/A'

const held = (text: string | null): string => (text === null || text === NOTHING ? '' : text)

/** A profile without its health details, as it is cached. */
export function closed(profile: StaffProfile): StaffProfile {
  const { screening } = profile
  return {
    ...profile,
    emergencyName: NOTHING,
    emergencyNumber: NOTHING,
    medicalIssues: NOTHING,
    screening: screening && {
      ...screening,
      clearance: screening.clearance && { ...screening.clearance, basis: NOTHING },
    },
  }
}

const handle = (handles: readonly SocialMediaHandle[], name: string): string =>
  handles.find(({ socialMediaName }) => socialMediaName === name)?.handle ?? ''

export function draftOf(profile: StaffProfile) {
  return {
    firstName: profile.firstName,
    lastName: profile.lastName,
    emailAddress: profile.emailPending ?? profile.emailAddress,
    dateOfBirth: profile.dateOfBirth ?? '',
    gender: profile.gender ?? '',
    phoneNumber: profile.phoneNumber ?? '',
    postcode: profile.postcode ?? '',
    tShirtSize: profile.tShirtSize ?? 'M',
    isCompetitor: profile.isCompetitor,
    emergencyName: held(profile.emergencyName),
    emergencyNumber: held(profile.emergencyNumber),
    medicalIssues: held(profile.medicalIssues),
    sportPlayed: profile.sportPlayed ?? '',
    sportLevel: profile.sportLevel ?? '',
    improvement: profile.improvement ?? '',
    instagram: handle(profile.socialMediaHandles, 'Instagram'),
    tiktok: handle(profile.socialMediaHandles, 'TikTok'),
  }
}

const changedKeys = (before: Draft, now: Draft): DraftKey[] =>
  FIELDS.filter((key) => before[key] !== now[key])

/** The fields that were emptied although an empty value keeps what is stored. */
export const emptied = (before: Draft, now: Draft): DraftKey[] =>
  changedKeys(before, now).filter((key) => String(now[key]).trim() === '' && !CLEARABLE.has(key))

/** The request of an edit: only the changed fields, but always both handles together. */
export function sentOf(before: Draft, now: Draft): Partial<ProfileFields> {
  const changed = changedKeys(before, now)
  const { instagram, tiktok, ...fields } = now
  const handles = changed.some((key) => key === 'instagram' || key === 'tiktok')
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([key]) => changed.some((one) => one === key))),
    ...(handles && {
      socialMediaHandles: [
        { socialMediaName: 'Instagram', handle: instagram },
        { socialMediaName: 'TikTok', handle: tiktok },
      ],
    }),
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
