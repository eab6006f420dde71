/** A stored profile as the text of a form, and back. */
import type { SocialMediaHandle } from '../api/types'
import { DEFAULT_SIZE, storedText } from './stored-text'

/** The fields that can be emptied again. */
const CLEARABLE: ReadonlySet<string> = new Set(['phoneNumber', 'postcode', 'instagram', 'tiktok'])

/** Whether the field is empty although the stored value would stay (RULES 9.6). */
export const isKeptWhenEmpty = (field: string, value: string): boolean =>
  value.trim() === '' && !CLEARABLE.has(field)

/** Both platforms, always, with an empty handle if there is none (RULES 9.6). */
export const toHandles = (instagram: string, tiktok: string): SocialMediaHandle[] => [
  { socialMediaName: 'Instagram', handle: instagram.trim() },
  { socialMediaName: 'TikTok', handle: tiktok.trim() },
]

/** One platform's handle, or the empty string. */
function handleOf(handles: readonly SocialMediaHandle[] | null | undefined, name: string): string {
  const found = handles?.find((one) => one.socialMediaName.toLowerCase() === name.toLowerCase())
  return found?.handle ?? ''
}

/** The texts that the forms of athletes and of staff have in common. */
export interface ProfileText {
  firstName: string
  lastName: string
  gender: string
  phoneNumber: string
  postcode: string
  instagram: string
  tiktok: string
  tShirtSize: string
  emergencyName: string
  emergencyNumber: string
  medicalIssues: string
  sportPlayed: string
  sportLevel: string
  improvement: string
}

/** The parts of a profile that they come from; every field may be missing or null. */
export type StoredProfile = {
  [K in Exclude<keyof ProfileText, 'instagram' | 'tiktok'>]?: string | null | undefined
} & {
  socialMediaHandles?: readonly SocialMediaHandle[] | null | undefined
}

export const profileText = (profile: StoredProfile): ProfileText => ({
  firstName: profile.firstName ?? '',
  lastName: profile.lastName ?? '',
  gender: profile.gender ?? '',
  phoneNumber: profile.phoneNumber ?? '',
  postcode: profile.postcode ?? '',
  instagram: handleOf(profile.socialMediaHandles, 'Instagram'),
  tiktok: handleOf(profile.socialMediaHandles, 'TikTok'),
  tShirtSize: profile.tShirtSize || DEFAULT_SIZE,
  emergencyName: storedText(profile.emergencyName),
  emergencyNumber: storedText(profile.emergencyNumber),
  medicalIssues: storedText(profile.medicalIssues),
  sportPlayed: profile.sportPlayed ?? '',
  sportLevel: profile.sportLevel ?? '',
  improvement: profile.improvement ?? '',
})
