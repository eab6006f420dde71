/** The labels, hints and choices of every account field: the en-gb catalogue of this feature. */

import { TEST_TYPES } from '../../../components/art/test-types'

export interface Choice {
  value: string
  label: string
}

/** The label of each field, beside it and in the summary of errors. */
export const LABELS: Record<string, string> = {
  dateOfBirth: 'Date of birth',
  guardianEmail: 'Parent or guardian’s e-mail',
  consent: 'Terms and conditions',
  healthConsent: 'Health data',
  PARQ: 'Health questions',
  emailAddress: 'E-mail',
  password: 'Password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  oneTimeCode: 'Code from your app',
  passkeyName: 'What you call it',
  firstName: 'First name',
  lastName: 'Last name',
  gender: 'Gender',
  phoneNumber: 'Phone',
  postcode: 'Postcode',
  tShirtSize: 'T-shirt size',
  emergencyName: 'Emergency contact',
  emergencyNumber: 'Their phone',
  medicalIssues: 'Medical notes',
  sportPlayed: 'Your main sport',
  sportLevel: 'Your level',
  improvement: 'What you want to push',
  isCompetitor: 'Leaderboard',
  instagram: 'Instagram',
  tiktok: 'TikTok',
}

/** The format of a field, shown before any error. */
export const HINTS: Record<string, string> = {
  dateOfBirth: 'You must be 16 to 99 to take part.',
  guardianEmail: 'You are under 18, so we send them a link. They confirm before your first booking.',
  emailAddress: 'You sign in with it, and your tickets go there.',
  password: '12 to 128 characters. Three odd words beat one clever one.',
  newPassword: '12 to 128 characters. Three odd words beat one clever one.',
  passkeyName: 'So you can tell later which one it is.',
  phoneNumber: 'For example 07700 900123, or with another country’s code.',
  postcode: 'UK postcode, for example SW11 8BZ.',
  tShirtSize: 'Your shirt will be ready for you on the day.',
  emergencyName: 'Somebody who is not testing with you.',
  emergencyNumber: 'For example 07700 900123, or with another country’s code.',
  medicalIssues:
    'Injuries, allergies, anything the team should know on the day. Leave empty if there is nothing.',
  sportPlayed: 'The one you train for most.',
  instagram: 'Your handle, for example @sixfold.',
  tiktok: 'Your handle, for example @sixfold.',
}

const choices = (...labels: string[]): Choice[] => labels.map((label) => ({ value: label, label }))

/** The six corners. */
export const IMPROVEMENTS: Choice[] = choices(...TEST_TYPES)

/** For those under 18, whose yes to the leaderboard is not all that it takes (RULES 8.6). */
export const COMPETITOR_UNDER_18 =
  'You are under 18, so public boards show you only once you also choose “Let others see my results”, in My Profile.'

export const COMPETITOR: Choice[] = [
  { value: 'yes', label: 'Count me in' },
  { value: 'no', label: 'Just my scores' },
]

/** The three marketing choices, in the order of the API. */
export const MARKETING = [
  { name: 'marketingPref1', label: 'Programme news by e-mail', hint: 'Seasons, results, training.' },
  {
    name: 'marketingPref2',
    label: 'Booking news by e-mail',
    hint: 'New test dates and the end of a season.',
  },
  { name: 'marketingPref3', label: 'Offers from our partner', hint: 'Kit and events, now and then.' },
] as const

/** The label of a choice's value; the value itself if it is unknown. */
export function choiceLabel(list: readonly Choice[], value: string | null | undefined): string {
  return list.find((choice) => choice.value === value)?.label ?? value ?? ''
}
