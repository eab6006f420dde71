/** A one-time code as typed: six digits from an app or a mail, or a recovery code. */
import type { FormProblem } from '../../../components/form/FormSummary'

export type CodeKind = 'app' | 'mail' | 'recovery'

export const CODE_LENGTH = 6

const WHERE = { app: 'that your app shows now', mail: 'from the e-mail' } as const

/** Apps show `123 456`, and people type what they see: spaces are removed. */
export const cleanCode = (typed: string): string => typed.replace(/\s+/g, '')

/** The problem of a code before it is sent. */
export function checkCode(field: string, typed: string, kind: CodeKind): FormProblem[] {
  const code = cleanCode(typed)
  if (kind === 'recovery') return code === '' ? [{ field, message: 'Enter one of your recovery codes.' }] : []
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(code)
    ? []
    : [{ field, message: `Enter the ${CODE_LENGTH} digits ${WHERE[kind]}.` }]
}
