/** What a booking asks about the person: prefilled from the profile, checked by format, kept whatever happens. */

import { DEFAULT_SIZE, storedText } from '../../academy/stored-text'
import type { UserProfile } from '../../api/types'
import type { Rules } from '../../rules'
import type { StoredDetails } from '../../state/booking-store'

/** The kind of assistance for somebody whose screening has to be checked, which is no help on the day. */
const ASSISTANCE_FOR_SCREENING = 'Health screening follow-up'

export const ASSISTANCE_TYPES = [
  'Mobility',
  'Sight',
  'Hearing',
  'Learning or communication',
  ASSISTANCE_FOR_SCREENING,
  'Something else',
] as const

/** The longest notes that the server accepts. */
const NOTES_MAX = 2000

type Prefill = Partial<
  Pick<
    UserProfile,
    | 'tShirtSize'
    | 'emergencyName'
    | 'emergencyNumber'
    | 'medicalIssues'
    | 'assistanceRequired'
    | 'phoneNumber'
    | 'bookingEligibility'
  >
> & { assistanceType?: string | null }

export function detailsFrom(profile: Prefill | undefined) {
  const wantsHelp = profile?.assistanceRequired === true
  const mustAsk = profile?.bookingEligibility?.mode === 'assistance'
  return {
    tShirtSize: storedText(profile?.tShirtSize) || DEFAULT_SIZE,
    emergencyName: storedText(profile?.emergencyName),
    emergencyNumber: storedText(profile?.emergencyNumber),
    medicalIssues: storedText(profile?.medicalIssues),
    assistanceRequired: wantsHelp || mustAsk,
    assistanceType:
      storedText(profile?.assistanceType) || (mustAsk && !wantsHelp ? ASSISTANCE_FOR_SCREENING : ''),
    /** Where the team calls somebody who asks for assistance. */
    phoneNumber: storedText(profile?.phoneNumber),
  }
}

export type Details = ReturnType<typeof detailsFrom>

const STORED = [
  'tShirtSize',
  'emergencyName',
  'emergencyNumber',
  'phoneNumber',
  'assistanceRequired',
] as const

/** What may be stored on the device during a booking: what differs from the profile, except health answers. */
export function storedDetails(details: Details, profile: Prefill | undefined): StoredDetails {
  const known = detailsFrom(profile)
  const isChanged = (name: keyof Details) => details[name] !== known[name]
  const changed = Object.fromEntries(STORED.filter(isChanged).map((name) => [name, details[name]]))
  const healthTyped = isChanged('medicalIssues') || isChanged('assistanceType')
  return { ...(changed as Omit<StoredDetails, 'healthTyped'>), healthTyped }
}

export interface DetailsProblem {
  field: keyof Details
  message: string
}

/** The rules that the details need; `Rules` has them. */
type DetailRules = Pick<Rules, 'checkProfile'>

/** The problems by the rules that the server uses too; the server decides. */
export function detailsProblems(rules: DetailRules, details: Details, nowMs: number): DetailsProblem[] {
  const name = details.emergencyName.trim()
  const number = details.emergencyNumber.trim()
  const phoneNumber = details.phoneNumber.trim()
  const problems: DetailsProblem[] = rules
    .checkProfile({ emergencyName: name, emergencyNumber: number, phoneNumber }, nowMs)
    .errors.map(({ field, message }) => ({ field: field as keyof Details, message }))
  if (name !== '' && number === '') {
    problems.push({ field: 'emergencyNumber', message: 'Give us a number for the person you named.' })
  }
  if (name === '' && number !== '') {
    problems.push({ field: 'emergencyName', message: 'Tell us whose number that is.' })
  }
  if (details.medicalIssues.length > NOTES_MAX) {
    problems.push({ field: 'medicalIssues', message: `Keep it to ${NOTES_MAX} characters.` })
  }
  if (details.assistanceRequired && details.assistanceType === '') {
    problems.push({ field: 'assistanceType', message: 'Choose what kind of help you would like.' })
  }
  if (details.assistanceRequired && phoneNumber === '') {
    problems.push({ field: 'phoneNumber', message: 'Give us a number to call you on.' })
  }
  return problems
}

/** For the request: empty fields are left out, so that stored notes are not changed. */
export function detailsPayload(details: Details) {
  const typed = {
    assistanceType: details.assistanceRequired ? details.assistanceType : '',
    emergencyName: details.emergencyName.trim(),
    emergencyNumber: details.emergencyNumber.trim(),
    medicalIssues: details.medicalIssues.trim(),
  }
  // Sent with a check of the screening, it would mark the profile for good (RULES 6.4).
  const isCheck = details.assistanceRequired && details.assistanceType === ASSISTANCE_FOR_SCREENING
  return {
    tShirtSize: details.tShirtSize,
    ...(isCheck ? {} : { assistanceRequired: details.assistanceRequired }),
    ...Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== '')),
  }
}
