/**
 * The sign-up draft: what an athlete has typed so far, kept in sessionStorage so that going back or reloading
 * loses nothing. Passwords and screening answers are not part of it, by type (RULES 10.7); medical notes
 * are, and stay in memory: health data is not kept on the device in clear. Only that there were any is kept, so that
 * the page can say what a reload has cleared.
 */
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { countAsTyped } from '../../offline/typing'
import { tabStorage } from '../../state/storage/browser-storage'
import { onReset } from '../../state/resets'

/** A draft before the first key press. The t-shirt starts at M (RULES 9.7). */
export const EMPTY_DRAFT = {
  dateOfBirth: '',
  guardianEmail: '',
  emailAddress: '',
  firstName: '',
  lastName: '',
  gender: '',
  phoneNumber: '',
  postcode: '',
  tShirtSize: 'M',
  emergencyName: '',
  emergencyNumber: '',
  medicalIssues: '',
  /** Medical notes were typed in this tab. */
  notesTyped: false,
  sportPlayed: '',
  sportLevel: '',
  improvement: '',
  /** `yes` appears on the leaderboard, `no` only sees scores; empty until it is chosen, which from 18 on is `yes`. */
  isCompetitor: '',
  instagram: '',
  tiktok: '',
  marketingPref1: false,
  marketingPref2: false,
  marketingPref3: false,
  /** Where to go once the account is there: a page of this site, such as the time that was being booked. */
  returnTo: '',
}

/** Text and choices of the sign-up forms; every empty answer is the empty string or `false`. */
export type SignUpDraft = typeof EMPTY_DRAFT

/** The only place in sessionStorage this feature writes to. */
export const DRAFT_STORAGE_KEY = 'sixfold.sign-up-draft'

interface DraftStore {
  draft: SignUpDraft
  /** Adds what was typed; unknown keys are dropped, so a password can never slip in. */
  keep: (typed: Partial<SignUpDraft>) => void
  clear: () => void
}

/** Only the draft's own fields, with the draft's own types; anything else in `value` is dropped. */
export function onlyDraftFields(value: unknown): Partial<SignUpDraft> {
  if (typeof value !== 'object' || value === null) return {}
  const known = Object.entries(value).filter(
    ([key, answer]) => key in EMPTY_DRAFT && typeof answer === typeof EMPTY_DRAFT[key as keyof SignUpDraft],
  )
  return Object.fromEntries(known)
}

/** The draft of this tab. */
export const useSignUpDraft = create<DraftStore>()(
  persist(
    (set) => ({
      draft: EMPTY_DRAFT,
      keep: (typed) =>
        set(({ draft }) => {
          const next = { ...draft, ...onlyDraftFields(typed) }
          // Notes that were deleted by hand, rather than by a reload, are not missed.
          if (next.medicalIssues !== draft.medicalIssues) next.notesTyped = next.medicalIssues !== ''
          return { draft: next }
        }),
      clear: () => set({ draft: EMPTY_DRAFT }),
    }),
    {
      name: DRAFT_STORAGE_KEY,
      version: 1,
      storage: createJSONStorage(() => ({
        getItem: tabStorage.get,
        setItem: tabStorage.set,
        removeItem: tabStorage.remove,
      })),
      partialize: ({ draft: { medicalIssues: _, ...draft } }) => ({ draft }),
      merge: (stored, current) => ({
        ...current,
        draft: { ...EMPTY_DRAFT, ...onlyDraftFields((stored as { draft?: unknown } | undefined)?.draft) },
      }),
    },
  ),
)

/** Whether medical notes were typed before a reload, which has cleared them. */
export const notesCleared = ({
  notesTyped,
  medicalIssues,
}: Pick<SignUpDraft, 'notesTyped' | 'medicalIssues'>): boolean => notesTyped && medicalIssues === ''

onReset(() => useSignUpDraft.getState().clear())
countAsTyped(() => useSignUpDraft.getState().draft.medicalIssues !== '')
