/**
 * The answers on the eligibility page. Age and consents survive a reload of the tab; the seven answers stay in memory:
 * they are health data and are never written to storage (RULES 10.7).
 */
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { countAsTyped } from '../../offline/typing'
import { tabStorage } from '../../state/storage/browser-storage'
import { onReset } from '../../state/resets'
import type { SignUpDraft } from './draft'
import { PARQ_LENGTH, type Screening } from './payloads'

/** What decides who has to agree (RULES 6.3). */
type SentWith = Pick<SignUpDraft, 'dateOfBirth' | 'guardianEmail'>

interface Answers {
  ageRange: boolean
  consent: boolean
  healthConsent: boolean
  /** The version of the text beside the two consents; null if it has none. */
  consentVersion: string | null
  /** Null until answered. */
  parq: (boolean | null)[]
  /** What they were last sent with; null if the server does not have them. */
  sentWith: SentWith | null
  /** A question was answered in this tab: after a reload the page says why they are asked again. */
  begun: boolean
}

interface ScreeningStore extends Answers {
  answer: (answers: Partial<Answers>) => void
  answerQuestion: (index: number, yes: boolean) => void
  markSent: (details: SentWith) => void
  clear: () => void
}

const UNANSWERED: Answers = {
  ageRange: false,
  consent: false,
  healthConsent: false,
  consentVersion: null,
  parq: Array<null>(PARQ_LENGTH).fill(null),
  sentWith: null,
  begun: false,
}

/** What this visitor has answered in this tab. */
export const useScreeningAnswers = create<ScreeningStore>()(
  persist(
    (set) => ({
      ...UNANSWERED,
      // Consent to another version of the text is sent again.
      answer: (answers) =>
        set(({ consentVersion, sentWith }) => ({
          sentWith: (answers.consentVersion ?? consentVersion) === consentVersion ? sentWith : null,
          ...answers,
        })),
      answerQuestion: (index, yes) =>
        set(({ parq }) => ({
          sentWith: null,
          begun: true,
          parq: parq.map((value, at) => (at === index ? yes : value)),
        })),
      markSent: ({ dateOfBirth, guardianEmail }) => set({ sentWith: { dateOfBirth, guardianEmail } }),
      clear: () => set(UNANSWERED),
    }),
    {
      name: 'sixfold.sign-up-consents',
      version: 1,
      storage: createJSONStorage(() => ({
        getItem: tabStorage.get,
        setItem: tabStorage.set,
        removeItem: tabStorage.remove,
      })),
      partialize: ({ ageRange, consent, healthConsent, consentVersion, begun }) => ({
        ageRange,
        consent,
        healthConsent,
        consentVersion,
        begun,
      }),
    },
  ),
)

/** Whether questions were answered before a reload, which has cleared them. */
export const answersCleared = ({ begun, parq }: Pick<Answers, 'begun' | 'parq'>): boolean =>
  begun && parq.every((answer) => answer === null)

onReset(() => useScreeningAnswers.getState().clear())

// Until they are sent, a reload would lose the seven answers.
countAsTyped(() => {
  const { parq, sentWith } = useScreeningAnswers.getState()
  return sentWith === null && parq.some((answer) => answer !== null)
})

/**
 * Whether the server has the answers with these details. With others they are sent again, so that the guardian who is
 * named now gets the letter (RULES 6.8); with the same ones they are not: an athlete causes only three letters a day.
 */
export const wereSentWith = ({ sentWith }: Pick<Answers, 'sentWith'>, details: SentWith): boolean =>
  sentWith?.dateOfBirth === details.dateOfBirth && sentWith.guardianEmail === details.guardianEmail

/** The complete screening, or null while anything is open. */
export function completeScreening(answers: Answers): Screening | null {
  const { ageRange, consent, healthConsent, consentVersion } = answers
  const PARQ = answers.parq.filter((value) => value !== null)
  if (!ageRange || !consent || !healthConsent || PARQ.length !== PARQ_LENGTH) return null
  return { ageRange, consent, healthConsent, ...(consentVersion !== null && { consentVersion }), PARQ }
}
