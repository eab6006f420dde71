/**
 * Problems as sentences beside their fields: rule codes of the domain (through WASM), and refusals of the server mapped
 * to the field they concern.
 */
import { errorSentence } from '../../../api/error-sentence'
import type { ApiFailure } from '../../../api/client/failure'
import type { FormProblem } from '../../../components/form/FormSummary'
import { LABELS } from './fields'

/** A problem as returned by `checkProfile` and `checkEligibility`. */
export interface Finding {
  field: string
  code: string
  /** The rule's own sentence, for a field that has none here. */
  message?: string
}

/** A refused or failed call, from the API client. */
export interface Refusal {
  errorCode: string
  errorMessage: string
  field?: string | null | undefined
}

/** The sentence for a field, whatever its problem; without one, the rule's own is shown. */
const ADVICE: Record<string, string> = {
  dateOfBirth: 'Enter your real date of birth. You must be 16 to 99 to take part.',
  guardianEmail: 'Enter the e-mail of a parent or guardian, like name@example.com.',
  consent: 'Tick the terms and conditions to go on.',
  healthConsent: 'Tick this to go on. Without it we cannot keep you safe on the day.',
  PARQ: 'Answer all seven questions, yes or no.',
  emailAddress: 'Enter an e-mail address like name@example.com.',
  password: 'Choose a password of 12 to 128 characters.',
  newPassword: 'Choose a new password of 12 to 128 characters.',
  currentPassword: 'Enter the password you use now.',
  gender: 'Choose one. “Prefer not to say” is fine.',
  postcode: 'That is not a UK postcode. Try something like SW11 8BZ.',
  tShirtSize: 'Choose a size from XXS to XXXL.',
  medicalIssues: 'Shorten your medical notes a little.',
  sportPlayed: 'Shorten the name of your sport a little.',
  sportLevel: 'Choose one of the levels.',
  improvement: 'Choose one of the six areas.',
  isCompetitor: 'Choose whether you want to be on the leaderboard.',
  instagram: 'Use letters, digits, full stops and underscores only, with or without the @.',
  tiktok: 'Use letters, digits, full stops and underscores only, with or without the @.',
}

/** Codes with a more specific sentence than the field's. */
const SENTENCES: Record<string, string> = {
  'dateOfBirth.AGE_OUT_OF_RANGE':
    'You must be 16 to 99 to take part. Check the year; if it is right, see you in a while.',
  'dateOfBirth.DATE_OF_BIRTH_INVALID': 'That is not a day in the calendar. Check day, month and year.',
  'dateOfBirth.REQUIRED': 'Enter your date of birth.',
  'dateOfBirth.DATE_OF_BIRTH_REQUIRED': 'That is not a day in the calendar. Check day, month and year.',
  'guardianEmail.GUARDIAN_EMAIL_OWN': 'That is the athlete’s own address. Enter a parent’s or guardian’s.',
  'guardianEmail.GUARDIAN_EMAIL_REQUIRED': 'You are under 18, so we need the e-mail of a parent or guardian.',
  'firstName.REQUIRED': 'Enter your first name.',
  'lastName.REQUIRED': 'Enter your last name.',
  'emailAddress.REQUIRED': 'Enter your e-mail address.',
  'emergencyName.REQUIRED': 'Enter the name of somebody we can call.',
  'emergencyNumber.REQUIRED': 'Enter a number we can call.',
  'phoneNumber.REQUIRED': 'Enter your phone number.',
  'emergencyName.EMPTIED': 'You can change who we call, but not leave it empty again.',
  'emergencyNumber.EMPTIED': 'You can change the number, but not leave it empty again.',
  'medicalIssues.EMPTIED': 'If none of it applies any more, write “None”.',
  'sportPlayed.EMPTIED': 'You can change your sport, but not leave it empty again.',
}

/** Codes of the server that belong to one field although the answer does not say so. */
const FIELD_OF_CODE: [RegExp, string][] = [
  [/^EMAIL/, 'emailAddress'],
  [/^GUARDIAN/, 'guardianEmail'],
  [/^AGE/, 'dateOfBirth'],
  [/^HEALTH_CONSENT/, 'healthConsent'],
  [/^CONSENT/, 'consent'],
  [/^PASSWORD_WRONG/, 'currentPassword'],
  [/^PASSWORD/, 'password'],
]

/** Fields that are named differently in the form than by the server. */
const FORM_NAMES: Record<string, string> = {
  email: 'emailAddress',
  ageRange: 'dateOfBirth',
  code: 'oneTimeCode',
  name: 'passkeyName',
}

/** The form's field for a field path of the server: `eligibility.guardianEmail`, `socialMediaHandles[1].handle`. */
export function formField(path: string, code = ''): string {
  if (/socialMedia|instagram|tiktok/i.test(path)) {
    return /tiktok|\D1\b/i.test(path) || code.startsWith('TIKTOK') ? 'tiktok' : 'instagram'
  }
  const name =
    path
      .replace(/\[\d+\]/g, '')
      .split('.')
      .filter((part) => !/^\d+$/.test(part))
      .at(-1) ?? path
  return FORM_NAMES[name] ?? name
}

/** The sentence for one finding. */
export function sentence({ field, code, message }: Finding): string {
  const name = formField(field, code)
  return SENTENCES[`${name}.${code}`] ?? ADVICE[name] ?? message ?? 'Check this answer.'
}

/** Findings as problems, the first of each field, in the order of `fields`; those of other fields are left out. */
export function problemsFor(findings: readonly Finding[], fields: readonly string[]): FormProblem[] {
  return fields.flatMap((field) => {
    const found = findings.find((finding) => formField(finding.field, finding.code) === field)
    return found === undefined ? [] : [{ field, message: sentence(found) }]
  })
}

/**
 * A refused call as a problem: beside its field if the form has it, else above the form. `say` turns the error into its
 * sentence.
 */
export function refusalProblem(
  refusal: Refusal,
  fields: readonly string[],
  say: (refusal: Refusal) => string,
): FormProblem {
  const named = refusal.field
    ? formField(refusal.field, refusal.errorCode)
    : FIELD_OF_CODE.find(([code]) => code.test(refusal.errorCode))?.[1]
  const field = named === 'password' && !fields.includes('password') ? 'newPassword' : named
  return { field: field !== undefined && fields.includes(field) ? field : null, message: say(refusal) }
}

/** A failed call as problems of a form with these fields; a problem of a field on another page names that field. */
export function failureProblems(failure: ApiFailure, fields: readonly string[]): FormProblem[] {
  const problem = refusalProblem(failure, fields, errorSentence)
  const elsewhere = problem.field === null && failure.field ? LABELS[formField(failure.field)] : undefined
  return [elsewhere === undefined ? problem : { ...problem, message: `${elsewhere}: ${problem.message}` }]
}

/** The problem of an own password that was not typed. */
export function missingPassword(password: string): FormProblem[] {
  return password === '' ? [{ field: 'password', message: 'Enter your password.' }] : []
}

/** The problem of an empty required field, if it is empty. */
export function missing(field: string, value: string): FormProblem[] {
  return value.trim() === '' ? [{ field, message: sentence({ field, code: 'REQUIRED' }) }] : []
}
