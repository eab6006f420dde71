/** Checks forms by the rules (WebAssembly): the page refuses what the server would, with a sentence for each field. */
import { isKeptWhenEmpty, toHandles } from '../../../academy/profile-text'
import { serverNow } from '../../../api/clock'
import { loadRules } from '../../../rules'
import { PASSWORD_LENGTH } from './PasswordMeter'
import { missing, problemsFor, sentence } from './problems'
import type { FormProblem } from '../../../components/form/FormSummary'

/** Required for taking part; everything else has a default (RULES 9.7). */
const REQUIRED = new Set(['firstName', 'lastName', 'gender', 'emailAddress'])

/** The problems of the named fields, in a form whose values may include more than the rules know. */
export async function checkFields(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Promise<FormProblem[]> {
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const empty = names.filter((name) => REQUIRED.has(name)).flatMap((name) => missing(name, text(name)))
  const { instagram, tiktok, isCompetitor, ...plain } = values
  const filled = Object.entries(plain).filter(([, value]) => typeof value !== 'string' || value.trim() !== '')
  const rules = await loadRules()
  const { errors } = rules.checkProfile(
    {
      ...Object.fromEntries(filled),
      ...(isCompetitor === undefined ? {} : { isCompetitor: isCompetitor !== 'no' }),
      ...(instagram === undefined && tiktok === undefined
        ? {}
        : { socialMediaHandles: toHandles(text('instagram'), text('tiktok')) }),
    },
    serverNow(),
  )
  const found = problemsFor(errors, names)
  return names.flatMap((name) => {
    const problem = empty.find(({ field }) => field === name) ?? found.find(({ field }) => field === name)
    return problem === undefined ? [] : [problem]
  })
}

/** The fields whose stored value somebody has removed although it would stay; the required ones are `checkFields`' concern. */
export function checkEmptied(
  values: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>>,
): FormProblem[] {
  return Object.entries(values)
    .filter(([field, value]) => stored[field] && !REQUIRED.has(field) && isKeptWhenEmpty(field, value))
    .map(([field]) => ({ field, message: sentence({ field, code: 'EMPTIED' }) }))
}

/** Age and, under 18, the guardian: the first group of questions. */
export async function checkAge(dateOfBirth: string, guardianEmail: string): Promise<FormProblem[]> {
  if (dateOfBirth === '') return missing('dateOfBirth', '')
  const rules = await loadRules()
  const guardian = guardianEmail.trim()
  const { errors } = rules.checkEligibility(
    {
      ageRange: true,
      consent: true,
      healthConsent: true,
      PARQ: [false, false, false, false, false, false, false],
      ...(guardian === '' ? {} : { guardianEmail: guardian }),
    },
    dateOfBirth,
    serverNow(),
  )
  return problemsFor(errors, ['dateOfBirth', 'guardianEmail'])
}

/** The length of a password; only the server knows whether it is a common one. */
export function checkPassword(field: string, password: string): FormProblem[] {
  const { length } = [...password]
  if (length >= PASSWORD_LENGTH.least && length <= PASSWORD_LENGTH.most) return []
  return [{ field, message: sentence({ field, code: length === 0 ? 'REQUIRED' : 'LENGTH' }) }]
}
