/** A one-time code as it is typed: six digits of an app or from a mail, or a recovery code. */
import type { Problem } from '../form/problems'

export type CodeKind = 'app' | 'mail' | 'recovery'

export const CODE_LENGTH = 6

const WHERE = { app: 'that your app shows now', mail: 'from the e-mail' } as const

/** What is sent: apps show `123 456`, and people type what they see. */
export const cleanCode = (typed: string): string => typed.replace(/\s+/g, '')

/** What is wrong with a code before it is sent. */
export function checkCode(field: string, typed: string, kind: CodeKind): Problem[] {
  const code = cleanCode(typed)
  if (kind === 'recovery') return code === '' ? [{ field, message: 'Enter one of your recovery codes.' }] : []
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(code)
    ? []
    : [{ field, message: `Enter the ${CODE_LENGTH} digits ${WHERE[kind]}.` }]
}
