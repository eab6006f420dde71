import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '../../../api/queries'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { errorSentence } from '../../../api/error-sentence'
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
