import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onReset } from './resets'
import { PERSIST_VERSION, sealedStorage } from './storage/sealed-storage'

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

const EMPTY: EligibilityFlags = { ageRange: null, consent: null, PARQ: null }

interface EligibilityStore extends EligibilityFlags {
  update: (change: Partial<EligibilityFlags>) => void
  reset: () => void
}

export const useEligibility = create<EligibilityStore>()(
  persist(
    (set) => ({
      ...EMPTY,
      update: (change) => set(change),
      reset: () => set(EMPTY),
    }),
    {
      name: 'eligibility',
      version: PERSIST_VERSION,
      storage: sealedStorage<EligibilityFlags>(),
      partialize: ({ ageRange, consent, PARQ }) => ({ ageRange, consent, PARQ }),
    },
  ),
)

onReset(() => useEligibility.getState().reset())
