// The account's own calls, beside those that every feature shares.
import { queryOptions } from '@tanstack/react-query'
import { api, newKey } from '../../api/client'
import type { Answer, Narrow, Request } from '../../api/contract'
import { queryKeys } from '../../api/queries'

export type Marketing = Pick<Answer<'Person'>, 'marketingPref1' | 'marketingPref2' | 'marketingPref3'>

export const saveMarketing = (choices: Marketing) =>
  api.put('user/marketing', choices, { idempotencyKey: newKey() })

/** Ends every session of the account, this one too. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  api.post('user/password', { currentPassword, newPassword })

/**
 * Erases personal data and frees the places; it cannot be undone. Null only for an account that has no password and
 * signed in a moment ago.
 */
export const deleteAccount = (password: string | null) =>
  api.post('user/delete', password === null ? {} : { password })

/** Sends the e-mail with the link; the answer is the same for unknown addresses. */
export const sendPasswordLink = (email: string) => api.post('user/forgot', { email })

/** Sets a new password with the link's token, which works once within 30 minutes. */
export const setForgottenPassword = (token: string, password: string) =>
  api.post('user/forgot', { token, password })

/** Whom a guardian's link is about: their address where they have not given a name. */
export type GuardianRequest = Answer<'GuardianRequest'>

/** The token can still be used afterwards. */
export const fetchGuardianRequest = (token: string, signal?: AbortSignal) =>
  api.post('user/guardian/request', { token }, signal ? { signal } : {})

export const confirmAsGuardian = (token: string) => api.post('user/guardian', { token })

/** One of one's own sessions. */
export type DeviceSession = Narrow<'SessionView', { method: 'credentials' | 'sso' }>

export const fetchDevices = (signal?: AbortSignal): Promise<{ sessions: DeviceSession[] }> =>
  api.get('user/sessions', { signal })

/** Ends another session; null for an account without a password that signed in a moment ago. */
export const endDevice = (id: string, password: string | null) =>
  api.delete('user/sessions', { id, ...(password !== null && { password }) })

/** Ends every session, this one too; null likewise. */
export const endAllDevices = (password: string | null) =>
  api.delete('user/sessions', { all: true, ...(password !== null && { password }) })

/** The accounts elsewhere that open this one, and whether there is a password too. */
export type Identities = Answer<'Identities'>
export type LinkedIdentity = Answer<'WayIn'>

export const fetchIdentities = (signal?: AbortSignal) => api.get('user/identities', { signal })

export const disconnect = (provider: string) => api.delete('user/identities', { provider })

export type SecondFactor = Answer<'SecondFactorAnswer'>
/** The secret for typing into the app, and the address for the QR code. */
export type NewSecondFactor = Answer<'BegunAnswer'>

export const fetchSecondFactor = (signal?: AbortSignal) => api.get('user/second-factor', { signal })

/** Makes a secret, which does nothing before `confirmSecondFactor`. Staff send the code that they were mailed first. */
export const beginSecondFactor = (password: string, mailedCode?: string) =>
  api.post('user/second-factor', { password, ...(mailedCode !== undefined && { mailedCode }) })

/** Answers the recovery codes, this once. */
export const confirmSecondFactor = (code: string) => api.post('user/second-factor/confirm', { code })

export const dropSecondFactor = (password: string, oneTimeCode: string) =>
  api.delete('user/second-factor', { password, oneTimeCode })

export type HealthConsent = Answer<'HealthConsent'>

export const fetchHealthConsent = (signal?: AbortSignal) => api.get('user/consent', { signal })

/** `false` erases the health data at once. */
export const saveHealthConsent = (healthConsent: boolean) => api.post('user/consent', { healthConsent })

/** Everything that is stored about the person who is signed in. */
export const fetchOwnData = () => api.get('user/export')

/** The account's address, and the one that it changes to once that is confirmed. */
export type EmailStatus = Answer<'EmailStatus'>

/** Sends a code to a new address. The password only where the account has one. */
export const changeEmail = (emailAddress: string, password: string | null) =>
  api.post('user/email', password === null ? { emailAddress } : { emailAddress, password })

/** Withdraws a change that nobody has confirmed. */
export const keepEmail = () => api.delete('user/email', {})

export const sendEmailCode = () => api.post('user/email/send', {})

export const confirmEmail = (code: string) => api.post('user/email/confirm', { code })

/** Confirms with the token of the mailed link, signed in or not. */
export const confirmEmailByLink = (token: string) => api.post('user/email/link', { token })

/** Goes back to the former address, with the token in the letter to it. */
export const undoEmailChange = (token: string) => api.post('user/email/undo', { token })

/** `withdraw` takes consent back and keeps the booking; `decline` cancels what the coach has booked as well. */
export type CoachAnswer = Request<'Choice'>

/** A coach who has booked the athlete; `byTeam` once staff have answered for them. */
export type OwnCoach = Answer<'OwnCoach'>

/** What a letter's link is about; no date where nothing of the coach's is booked any more. */
export type CoachRequest = Answer<'LinkView'>

export const ownCoachesQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'coaches'],
    queryFn: ({ signal }) => api.get('user/coaches', { signal }),
  })

export const answerCoach = (coachUaid: string, answer: CoachAnswer) =>
  api.post('user/coaches', { coachUaid, answer })

/** Without an answer it only says what the link is about. */
export const answerByLink = (token: string, answer?: CoachAnswer) =>
  api.post('user/coaches/answer', answer === undefined ? { token } : { token, answer })

const FEED = 'user/calendar-feed'

export const calendarFeedQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'calendar-feed'],
    queryFn: ({ signal }) => api.get(FEED, { signal }),
  })

export const makeCalendarFeed = (idempotencyKey: string) => api.post(FEED, {}, { idempotencyKey })

export const removeCalendarFeed = (idempotencyKey: string) => api.delete(FEED, {}, { idempotencyKey })
