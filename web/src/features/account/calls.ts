// The account's own calls beside those that every feature shares (api.md "Payloads"). Each throws `ApiFailure`.
import { api, newKey } from '../../api/client'
import type {
  DeviceSessions,
  HealthConsent,
  Identities,
  RecoveryCodes,
  SecondFactor,
  SecondFactorBegun,
} from '../../api/wire'

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

/**
 * Erases personal data and frees the places; there is no way back. Without a password only for an account that has
 * none and signed in a moment ago.
 */
export const deleteAccount = (password: string | null) =>
  api.post<unknown>('user/delete', password === null ? {} : { password })

/** Asks for the mail with the link; the answer is the same for unknown addresses. */
export const askForPasswordLink = (email: string) => api.post<unknown>('user/forgot', { email })

/** Sets a new password with the link's token; it lives 30 minutes and serves once. */
export const setForgottenPassword = (token: string, password: string) =>
  api.post<unknown>('user/forgot', { token, password })

/** Whom a guardian's mailed link asks about. */
export interface GuardianRequest {
  /** Their name; their address where they have not told us their name yet. */
  athlete: string
  place: string
  /** Once they hold a booking. */
  date: string | null
  time: string | null
}

/** Reading it uses nothing up. */
export const fetchGuardianRequest = (token: string, signal?: AbortSignal) =>
  api.post<GuardianRequest>('user/guardian/request', { token }, signal ? { signal } : {})

/** The guardian's yes, with the token of the mailed link. */
export const confirmAsGuardian = (token: string) => api.post<unknown>('user/guardian', { token })

export const fetchDevices = (signal?: AbortSignal) =>
  api.get<DeviceSessions>('user/sessions', undefined, signal)

/** Ends another session of one's own; null for an account without a password that signed in a moment ago. */
export const endDevice = (id: string, password: string | null) =>
  api.delete<unknown>('user/sessions', { id, ...(password !== null && { password }) })

/** Ends every session, this one too; null likewise. */
export const endAllDevices = (password: string | null) =>
  api.delete<unknown>('user/sessions', { all: true, ...(password !== null && { password }) })

export const fetchIdentities = (signal?: AbortSignal) =>
  api.get<Identities>('user/identities', undefined, signal)

export const disconnect = (provider: string) => api.delete<unknown>('user/identities', { provider })

export const fetchSecondFactor = (signal?: AbortSignal) =>
  api.get<SecondFactor>('user/second-factor', undefined, signal)

/** Makes a secret; it is not asked for before `confirmSecondFactor`. Staff are mailed a code first, which comes along. */
export const beginSecondFactor = (password: string, mailedCode?: string) =>
  api.post<SecondFactorBegun>('user/second-factor', {
    password,
    ...(mailedCode !== undefined && { mailedCode }),
  })

export const confirmSecondFactor = (code: string) =>
  api.post<RecoveryCodes>('user/second-factor/confirm', { code })

export const dropSecondFactor = (password: string, oneTimeCode: string) =>
  api.delete<unknown>('user/second-factor', { password, oneTimeCode })

export const fetchHealthConsent = (signal?: AbortSignal) =>
  api.get<HealthConsent>('user/consent', undefined, signal)

/** `false` erases the health data at once. */
export const saveHealthConsent = (healthConsent: boolean) =>
  api.post<HealthConsent>('user/consent', { healthConsent })

/** Everything that is held about the person who is signed in. */
export const fetchOwnData = () => api.get<unknown>('user/export')
