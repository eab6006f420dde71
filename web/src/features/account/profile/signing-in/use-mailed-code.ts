import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '../../../../api/client/failure'
import { queryKeys } from '../../../../api/queries'
import { checkCode, cleanCode } from '../../sign-in/one-time-code'

/** Refusals that come before a code from the e-mail is used. */
const CODE_STAYS = ['MAILED_CODE_WRONG', 'PASSWORD_WRONG']

/**
 * The code that staff get by e-mail for a call that wants more than their password. The call mails it when it is made without
 * one; it works once.
 */
export function useMailedCode() {
  const queries = useQueryClient()
  const [mailed, setMailed] = useState(false)
  return {
    /** Whether there is one to be typed. */
    mailed,
    check: (typed: string) => (mailed ? checkCode('mailedCode', typed, 'mail') : []),
    /** What the call sends of it. */
    proof: (typed: string) => (mailed ? { mailedCode: cleanCode(typed) } : {}),
    /** After a refusal of the call; true if it has mailed a code, so that there is nothing to say. */
    isAsked: ({ errorCode, status }: ApiFailure): boolean => {
      const needed = errorCode === 'MAILED_CODE_NEEDED'
      if (needed) setMailed(true)
      else if (status !== 0 && !CODE_STAYS.includes(errorCode)) setMailed(false)
      return needed
    },
    /** The call has accepted it, if there was one, which confirms the account’s address. */
    markAccepted: () => {
      if (mailed) void queries.invalidateQueries({ queryKey: queryKeys.profile })
    },
    /** The call has used it. */
    markUsed: () => setMailed(false),
  }
}
