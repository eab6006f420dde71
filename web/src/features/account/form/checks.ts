/** The rules (WebAssembly) put to the forms: the page refuses what the server would, with a sentence a field. */
import { serverNow } from '../../../api/clock'
import { loadRules } from '../../../rules'
import { toHandles } from '../payloads'
import { PASSWORD_LENGTH } from './PasswordMeter'
import { missing, problemsFor, sentence, type Problem } from './problems'

/** Without these nobody can take part; everything else has a default (RULES 9.7). */
const REQUIRED = new Set(['firstName', 'lastName', 'gender', 'emailAddress'])

/** The problems of the fields named, of a form whose values may be more than the rules know. */
export async function checkFields(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Promise<Problem[]> {
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

/** Age and, under 18, the guardian: what the first question group settles. */
export async function checkAge(dateOfBirth: string, guardianEmail: string): Promise<Problem[]> {
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

/** The length of a password; whether it is a common one only the server knows. */
export function checkPassword(field: string, password: string): Problem[] {
  const { length } = [...password]
  if (length >= PASSWORD_LENGTH.least && length <= PASSWORD_LENGTH.most) return []
  return [{ field, message: sentence({ field, code: length === 0 ? 'REQUIRED' : 'LENGTH' }) }]
}
