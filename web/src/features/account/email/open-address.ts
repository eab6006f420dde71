import type { UserProfile } from '../../../api/types'

/** The address to be confirmed: the one it is to change to, else the account's own; null if nothing is pending. */
export function openAddress({
  emailAddress,
  emailConfirmed,
  emailPending,
}: Pick<UserProfile, 'emailAddress' | 'emailConfirmed' | 'emailPending'>): string | null {
  if (emailPending) return emailPending
  return emailConfirmed === false ? emailAddress : null
}
