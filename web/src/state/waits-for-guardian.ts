import type { UserProfile } from '../api/types'

/** Whether somebody is under 18 and a parent or guardian has yet to confirm. */
export const waitsForGuardian = (profile: UserProfile | undefined): boolean =>
  profile?.bookingEligibility.refusals.some(({ code }) => code === 'GUARDIAN_REQUIRED') ?? false
