import { keptStore } from './kept-store'

/**
 * The eligibility flags (RULES 6.1, 6.2, 6.4), as yes or no alone. The screening's answers are health data: they are never
 * kept here, only in the memory of the sign-up until they are sent.
 */
export interface EligibilityFlags {
  /** 16 to 99 on the day. */
  ageRange: boolean | null
  /** Terms and health consent given. */
  consent: boolean | null
  /** All seven questions were answered. */
  PARQ: boolean | null
}

export const useEligibility = keptStore<EligibilityFlags>('eligibility', {
  ageRange: null,
  consent: null,
  PARQ: null,
})
