import type { ProfileFields, UserProfile } from '../api/types'

/** Fields that may become empty: null means an empty text. */
const EMPTIABLE = ['phoneNumber', 'postcode'] as const

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/**
 * What the page shows between a saved change and the next reading of the profile (RULES 9.6): empty values are
 * ignored for most fields, while phone number, postcode and social handles become an empty text when null.
 */
export function updatedLocally(profile: UserProfile, change: ProfileFields): UserProfile {
  const filled = Object.fromEntries(Object.entries(change).filter(([, value]) => !isEmpty(value)))
  const next: UserProfile = { ...profile, ...filled }
  for (const field of EMPTIABLE) {
    if (field in change) next[field] = change[field] ?? ''
  }
  if (change.socialMediaHandles) {
    const changed = new Map(change.socialMediaHandles.map((of) => [of.socialMediaName, of.handle ?? '']))
    const kept = profile.socialMediaHandles.filter((of) => !changed.has(of.socialMediaName))
    next.socialMediaHandles = [
      ...Array.from(changed, ([socialMediaName, handle]) => ({ socialMediaName, handle })),
      ...kept,
    ]
  }
  return next
}
