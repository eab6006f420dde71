// The account's e-mail address (`/api/user/email`). Each throws `ApiFailure`.
import { api } from '../../../api/client'

/** An account's address as it stands. */
export interface EmailState {
  emailAddress: string
  confirmed: boolean
  /** What it changes to once that is confirmed. */
  pending: string | null
}

/** Asks for another address: it gets a code. The password only where the account has one. */
export const changeEmail = (emailAddress: string, password: string | null) =>
  api.post<EmailState>('user/email', password === null ? { emailAddress } : { emailAddress, password })

/** Takes back a change that nobody has confirmed. */
export const keepEmail = () => api.delete<EmailState>('user/email', {})

export const sendEmailCode = () => api.post<EmailState>('user/email/send', {})

export const confirmEmail = (code: string) => api.post<EmailState>('user/email/confirm', { code })

/** Confirms with the token of the mailed link, signed in or not. */
export const confirmEmailByLink = (token: string) => api.post<EmailState>('user/email/link', { token })

/** Takes the former address back with the token in the letter to it. */
export const undoEmailChange = (token: string) => api.post<unknown>('user/email/undo', { token })
