/** The second step of a sign-in as it is typed: six digits of an app, or a recovery code. */
import type { Problem } from '../problems'

export type CodeKind = 'app' | 'recovery'

export const CODE_LENGTH = 6

/** What is sent: apps show `123 456`, and people type what they see. */
export const cleanCode = (typed: string): string => typed.replace(/\s+/g, '')

/** What is wrong with a code before it is sent. */
export function checkCode(field: string, typed: string, kind: CodeKind): Problem[] {
  const code = cleanCode(typed)
  if (kind === 'recovery') return code === '' ? [{ field, message: 'Enter one of your recovery codes.' }] : []
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(code)
    ? []
    : [{ field, message: `Enter the ${CODE_LENGTH} digits that your app shows now.` }]
}
