/** Turning two-step sign-in on, step by step. Sign-in asks for no code before the first one has been confirmed. */
import type { NewSecondFactor } from '../../api'

export type Enrolment =
  | { step: 'off' }
  /** Starts with the password. */
  | { step: 'password' }
  /** The app has the secret once its first code is correct. */
  | ({ step: 'scan' } & NewSecondFactor)
  /** Shown only once. */
  | { step: 'codes'; codes: readonly string[] }

/** With fewer recovery codes than this, new ones are recommended. */
export const FEW_CODES = 3

/** The secret in groups of four, which are easier to copy by hand. */
export const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

export function codesFile(codes: readonly string[], site: string, emailAddress: string): string {
  return [
    `${site}: recovery codes of ${emailAddress}`,
    'Each works once, in place of the code from your app.',
    '',
    ...codes,
    '',
  ].join('\n')
}
