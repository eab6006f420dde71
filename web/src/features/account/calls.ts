// The account's own calls beside those that every feature shares (api.md "Payloads"). Each throws `ApiFailure`.
import { api, newKey } from '../../api/client'

export interface Marketing {
  marketingPref1: boolean
  marketingPref2: boolean
  marketingPref3: boolean
}

export const saveMarketing = (choices: Marketing) =>
  api.put<unknown>('user/marketing', choices, { idempotencyKey: newKey() })

/** Ends every session of the account, this one too. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  api.post<unknown>('user/password', { currentPassword, newPassword })

/** Erases personal data and frees the places; there is no way back. */
export const deleteAccount = (password: string) => api.post<unknown>('user/delete', { password })

/** Asks for the mail with the link; the answer is the same for unknown addresses. */
export const askForPasswordLink = (email: string) => api.post<unknown>('user/forgot', { email })

/** Sets a new password with the link's token; it lives 30 minutes and serves once. */
export const setForgottenPassword = (token: string, password: string) =>
  api.post<unknown>('user/forgot', { token, password })

/** The guardian's yes, with the token of the mailed link. */
export const confirmAsGuardian = (token: string) => api.post<unknown>('user/guardian', { token })
