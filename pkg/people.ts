// People: their profile, whether they may take part.
import {
  type EligibilityAnswers,
  type EligibilityCheck,
  type FieldError,
  type ProfileInput,
  eligibilityOf,
  emailMeant,
  profileErrors,
} from './generated/sixfold_wasm.js'

/** What is wrong with a change to a profile; nothing when `errors` is empty. */
export function checkProfile(input: ProfileInput, nowMs: number): { errors: FieldError[] } {
  return { errors: profileErrors(input, nowMs) }
}

/** The address that was probably meant, where the domain looks like a slip: `gmial.com`. A hint, never a refusal. */
export function didYouMean(address: string): string | null {
  return emailMeant(address) ?? null
}

/** Checks the answers of somebody who wants to register. */
export function checkEligibility(
  answers: EligibilityAnswers,
  dateOfBirth: string,
  nowMs: number,
): EligibilityCheck {
  const { ageRange, consent, healthConsent, guardianEmail, PARQ } = answers
  const bits = PARQ.reduce((sum, yes, question) => sum + (yes ? 2 ** question : 0), 0)
  return eligibilityOf(ageRange, consent, healthConsent, guardianEmail, bits, dateOfBirth, nowMs)
}
