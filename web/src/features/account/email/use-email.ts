import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '../../../api/queries'
import { useOperation } from '../../../state/use-operation'
import { sendEmailCode, type EmailStatus } from '../api'

/** Updates the address in the cached profile. */
export function useKeepEmail() {
  const queries = useQueryClient()
  return ({ emailAddress, confirmed, pending }: EmailStatus) =>
    queries.setQueryData(
      profileQuery().queryKey,
      (profile) => profile && { ...profile, emailAddress, emailConfirmed: confirmed, emailPending: pending },
    )
}

export function useSendCode() {
  return useOperation(sendEmailCode, { onSuccess: useKeepEmail() })
}

export const codeSent = (to: string) => `A new code is on its way to ${to}.`
