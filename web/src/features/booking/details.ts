/** What a booking asks about the person: prefilled from the profile, checked by shape, kept whatever happens. */

import type { UserProfile } from '../../api/wire'

export interface Details {
  tShirtSize: string
  emergencyName: string
  emergencyNumber: string
  medicalIssues: string
  assistanceRequired: boolean
  assistanceType: string
}

/** The default size (spec §5). */
export const DEFAULT_SIZE = 'M'
export const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const
/** How absence is written in a profile (spec §5); a field shows it as empty. */
const ABSENT = 'N/A'

export const ASSISTANCE_TYPES = [
  'Mobility',
  'Sight',
  'Hearing',
  'Learning or communication',
  'Health screening follow-up',
  'Something else',
] as const

/** The longest notes the server takes. */
export const NOTES_MAX = 2000

const present = (value: string | null | undefined): string => (!value || value === ABSENT ? '' : value)

type Prefill = Partial<
  Pick<
    UserProfile,
    'tShirtSize' | 'emergencyName' | 'emergencyNumber' | 'medicalIssues' | 'assistanceRequired'
  >
> & { assistanceType?: string | null }

/** The details as the profile knows them. */
export function detailsFrom(profile: Prefill | undefined): Details {
  return {
    tShirtSize: present(profile?.tShirtSize) || DEFAULT_SIZE,
    emergencyName: present(profile?.emergencyName),
    emergencyNumber: present(profile?.emergencyNumber),
    medicalIssues: present(profile?.medicalIssues),
    assistanceRequired: profile?.assistanceRequired === true,
    assistanceType: present(profile?.assistanceType),
  }
}

/** A telephone number without what people put between its digits. */
export const plainNumber = (text: string): string => text.replace(/[\s().-]/g, '')

export interface DetailsProblem {
  field: keyof Details
  message: string
}

/** What is not right yet, by shape only; the server has the last word. */
export function detailsProblems(details: Details): DetailsProblem[] {
  const problems: DetailsProblem[] = []
  const name = details.emergencyName.trim()
  const number = plainNumber(details.emergencyNumber)
  if (name !== '' && !/^[\p{L}\p{M}\d '.’-]{1,60}$/u.test(name)) {
    problems.push({
      field: 'emergencyName',
      message: 'Use letters, digits, spaces, apostrophes, hyphens or full stops, 60 at most.',
    })
  }
  if (number !== '' && !/^\+\d{8,15}$/.test(number)) {
    problems.push({
      field: 'emergencyNumber',
      message: 'Start with + and the country code, then 8 to 15 digits, like +44 7700 900123.',
    })
  }
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
  return problems
}

/** As they go to the server: what is empty is left out, so that stored notes stay as they are. */
export function detailsPayload(details: Details) {
  const said = {
    assistanceType: details.assistanceRequired ? details.assistanceType : '',
    emergencyName: details.emergencyName.trim(),
    emergencyNumber: plainNumber(details.emergencyNumber),
    medicalIssues: details.medicalIssues.trim(),
  }
  return {
    tShirtSize: details.tShirtSize,
    assistanceRequired: details.assistanceRequired,
    ...Object.fromEntries(Object.entries(said).filter(([, text]) => text !== '')),
  }
}
