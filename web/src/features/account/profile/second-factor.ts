/** Turning two-step sign-in on, step by step. Nothing is asked for at sign-in before the code has been confirmed. */
import type { NewSecondFactor } from '../api'

export type Enrolment =
  | { step: 'off' }
  /** It takes the password to begin. */
  | { step: 'password' }
  /** The secret is in the app once its first code fits. */
  | ({ step: 'scan' } & NewSecondFactor)
  /** Shown this once. */
  | { step: 'codes'; codes: readonly string[] }

/** Below this many recovery codes it is time for fresh ones. */
export const FEW_CODES = 3

/** The secret in groups of four, as it is easiest to copy by hand. */
export const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The file with the recovery codes. */
export function codesFile(codes: readonly string[], site: string, emailAddress: string): string {
  return [
    `${site}: recovery codes of ${emailAddress}`,
    'Each works once, in place of the code from your app.',
    '',
    ...codes,
    '',
  ].join('\n')
}
