/**
 * The answers of the eligibility page while they are being given. In memory only: screening answers are health
 * data and are never written to storage in the clear (decisions, "Sign-in strength").
 */
import { create } from 'zustand'
import { onReset } from '../../state/resets'
import { PARQ_LENGTH, type Screening } from './payloads'

interface Answers {
  ageRange: boolean
  consent: boolean
  healthConsent: boolean
  /** Null until answered. */
  parq: (boolean | null)[]
  /** The server has them already, with the sign-up. */
  sent: boolean
}

interface ScreeningStore extends Answers {
  answer: (answers: Partial<Answers>) => void
  answerQuestion: (index: number, yes: boolean) => void
  clear: () => void
}

const UNANSWERED: Answers = {
  ageRange: false,
  consent: false,
  healthConsent: false,
  parq: Array<null>(PARQ_LENGTH).fill(null),
  sent: false,
}

/** What this visitor has answered since the page was opened. */
export const useScreeningAnswers = create<ScreeningStore>()((set) => ({
  ...UNANSWERED,
  answer: (answers) => set(answers),
  answerQuestion: (index, yes) =>
    set(({ parq }) => ({ sent: false, parq: parq.map((value, at) => (at === index ? yes : value)) })),
  clear: () => set(UNANSWERED),
}))

onReset(() => useScreeningAnswers.getState().clear())

/** The complete screening, or null while anything is open. */
export function completeScreening(answers: Answers): Screening | null {
  const { ageRange, consent, healthConsent } = answers
  const PARQ = answers.parq.filter((value) => value !== null)
  if (!ageRange || !consent || !healthConsent || PARQ.length !== PARQ_LENGTH) return null
  return { ageRange, consent, healthConsent, PARQ }
}
