import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client/client'
import type { ApiFailure } from '../api/client/failure'
import type { Answer } from '../api/contract'
import { profileQuery } from '../api/queries'
import type { Outcome } from '../state/operation'
import { useNow } from '../state/use-now'
import { useOperation } from '../state/use-operation'
import { letterWords } from './words'

/** Sends the letter with the link again or, with an address, to another guardian; the former link stops working. */
const sendGuardianLetter = (guardianEmail: string | null, idempotencyKey: string) =>
  api.post('user/guardian/send', guardianEmail === null ? {} : { guardianEmail }, { idempotencyKey })

/** Codes after which nobody has to be asked any more. */
const SETTLED = ['GUARDIAN_CONFIRMED', 'GUARDIAN_NOT_NEEDED']

/** How exactly the page says how long ago it was sent. */
const STEP_MS = 10_000

export interface GuardianLetterState {
  /** The guardian's address; null if none was named. */
  address: string | null
  /** When the letter was sent and to whom. */
  words: string
  busy: boolean
  /** Whether it was just sent from here. */
  sent: boolean
  error: ApiFailure | null
  /** Sends it again or, with an address, to another guardian. */
  send: (guardianEmail: string | null) => Promise<Outcome<Answer<'GuardianLetter'>>>
  /** Forgets how the last try ended. */
  reset: () => void
}

/** The letter that asks the guardian of the signed-in athlete to confirm. */
export function useGuardianLetter(): GuardianLetterState {
  const queries = useQueryClient()
  const profile = useQuery(profileQuery()).data
  const { run, status, error, reset } = useOperation(sendGuardianLetter, {
    onSuccess: (letter) =>
      queries.setQueryData(profileQuery().queryKey, (stored) => stored && { ...stored, ...letter }),
    onError: ({ errorCode }) => {
      if (SETTLED.includes(errorCode)) void queries.invalidateQueries(profileQuery())
    },
  })
  const nowMs = useNow(STEP_MS)
  const address = profile?.guardianEmail ?? null
  return {
    address,
    words: letterWords(address, profile?.guardianAskedAt ?? null, nowMs),
    busy: status === 'loading',
    sent: status === 'succeeded',
    error,
    send: run,
    reset,
  }
}
