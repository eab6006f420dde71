import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '../../../api/queries'
import type { UserProfile } from '../../../api/types'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { errorSentence } from '../../../api/errors'
import { sendEmailCode, type EmailStatus } from '../api'

/** The address to be confirmed: the one it is to change to, else the account's own; null if nothing is pending. */
export function openAddress({
  emailAddress,
  emailConfirmed,
  emailPending,
}: Pick<UserProfile, 'emailAddress' | 'emailConfirmed' | 'emailPending'>): string | null {
  if (emailPending) return emailPending
  return emailConfirmed === false ? emailAddress : null
}

/** Updates the address in the cached profile. */
export function useKeepEmail() {
  const queries = useQueryClient()
  return ({ emailAddress, confirmed, pending }: EmailStatus) =>
    queries.setQueryData(
      profileQuery().queryKey,
      (profile) => profile && { ...profile, emailAddress, emailConfirmed: confirmed, emailPending: pending },
    )
}

/** Mails a new code and says so. */
export function useSendCode(to: string | null) {
  const show = useAlert((state) => state.show)
  const keep = useKeepEmail()
  return useOperation(sendEmailCode, {
    onSuccess: (state) => {
      keep(state)
      show({ tone: 'good', message: `A new code is on its way to ${to ?? state.emailAddress}.` })
    },
    onError: (error) => show({ tone: 'problem', message: errorSentence(error) }),
  })
}
