import { api } from '../api/client/client'
import type { Answer } from '../api/contract'

/** Who has been asked to confirm, and when. */
export type GuardianLetter = Answer<'GuardianLetter'>

/** Sends the letter with the link again or, with an address, to another guardian; the former link stops working. */
export const sendGuardianLetter = (guardianEmail: string | null, idempotencyKey: string) =>
  api.post('user/guardian/send', guardianEmail === null ? {} : { guardianEmail }, { idempotencyKey })
