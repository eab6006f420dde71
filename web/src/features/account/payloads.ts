/**
 * Converts form values to requests (RULES 9.6, 9.7) and profiles to form values. Pure; knows no screen and makes no
 * call.
 */
import { profileText, toHandles, type ProfileText, type StoredProfile } from '../../academy/profile-text'
import { DEFAULT_SIZE, NOT_STATED, storedText } from '../../academy/stored-text'
import type { Request } from '../../api/contract'
import type { SignUpDraft } from './draft'

/** The answers of the eligibility page. `PARQ` has seven entries, true for yes. */
export type Screening = Omit<Request<'EligibilityBody'>, 'guardianEmail'>

/** The number of screening questions (RULES 6.4). */
export const PARQ_LENGTH = 7

/** Whether any answer is yes: then self-service booking needs a clearance. */
export const needsClearance = (screening: Screening): boolean => screening.PARQ.some(Boolean)

/** The `eligibility` object of signup, register and accountmanagement. */
export function toEligibility(screening: Screening, guardianEmail: string) {
  const guardian = guardianEmail.trim()
  return { ...screening, ...(guardian === '' ? {} : { guardianEmail: guardian }) }
}

/** POST user/signup. */
export function toSignUp(draft: SignUpDraft, password: string, screening: Screening) {
  return {
    emailAddress: draft.emailAddress.trim(),
    password,
    dateOfBirth: draft.dateOfBirth,
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    eligibility: toEligibility(screening, draft.guardianEmail),
  }
}

/** A missing emergency or medical field as shown. */
export const shown = (value: string | null | undefined): string => storedText(value) || NOT_STATED

/** Drops empty text, null and undefined; `false` is an answer and stays. */
function withoutEmpty<T extends Record<string, unknown>>(fields: T): Partial<T> {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined,
  )
  return Object.fromEntries(kept) as Partial<T>
}

const trimmed = <T extends Record<string, unknown>>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  ) as T

/**
 * For POST user/register, or PUT user/accountmanagement for accounts that were not made by sign-up; those also send
 * their eligibility.
 */
export function toRegister(draft: SignUpDraft, eligibility?: ReturnType<typeof toEligibility>) {
  const fields = trimmed({
    firstName: draft.firstName,
    lastName: draft.lastName,
    dateOfBirth: draft.dateOfBirth,
    gender: draft.gender,
    tShirtSize: draft.tShirtSize || DEFAULT_SIZE,
    emergencyName: draft.emergencyName,
    emergencyNumber: draft.emergencyNumber,
    medicalIssues: draft.medicalIssues,
    sportPlayed: draft.sportPlayed,
    sportLevel: draft.sportLevel,
    improvement: draft.improvement,
  })
  return {
    ...withoutEmpty(fields),
    phoneNumber: draft.phoneNumber.trim(),
    postcode: draft.postcode.trim(),
    isCompetitor: draft.isCompetitor !== 'no',
    socialMediaHandles: toHandles(draft.instagram, draft.tiktok),
    marketingPref1: draft.marketingPref1,
    marketingPref2: draft.marketingPref2,
    marketingPref3: draft.marketingPref3,
    ...(eligibility === undefined ? {} : { eligibility }),
  }
}

/** What My Profile can change, as form text. */
export interface ProfileForm extends ProfileText {
  isCompetitor: string
}

export const toForm = (profile: StoredProfile & { isCompetitor?: boolean | null }): ProfileForm => ({
  ...profileText(profile),
  isCompetitor: profile.isCompetitor === false ? 'no' : 'yes',
})

/**
 * PUT user/profile for fields that were changed: empty values are left out, except `phoneNumber`, `postcode` and the
 * social handles, which are sent as empty strings so that they can be removed (RULES 9.6).
 */
export function toProfileUpdate(edited: Partial<ProfileForm>) {
  const { instagram, tiktok, phoneNumber, postcode, isCompetitor, ...plain } = trimmed(edited)
  return {
    ...withoutEmpty(plain),
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...(postcode === undefined ? {} : { postcode }),
    ...(isCompetitor === undefined ? {} : { isCompetitor: isCompetitor !== 'no' }),
    ...(instagram === undefined && tiktok === undefined
      ? {}
      : { socialMediaHandles: toHandles(instagram ?? '', tiktok ?? '') }),
  }
}
