// The account's calls, besides those that every feature shares.
import { registered } from '../../api/calls'
import { api, newKey } from '../../api/client/client'
import type { Answer, Narrow, Request } from '../../api/contract'
import { reading, writing } from '../../api/endpoints'
import { queryKeys } from '../../api/queries'
import type { ProfileFields } from '../../api/types'
import type { PasskeyAnswer } from '../../auth/passkeys'
import { withoutHash } from '../../paths'

export const signup = (payload: Request<'SignupBody'>, idempotencyKey: string) =>
  api.post('user/signup', payload, { idempotencyKey })

export const register = (fields: ProfileFields, idempotencyKey: string) =>
  registered(api.post('user/register', fields, { idempotencyKey }))

/** Used instead of `register` if sign-in said `userProfileRegistration`. */
export const saveAccount = (fields: ProfileFields, idempotencyKey: string) =>
  registered(api.put('user/accountmanagement', fields, { idempotencyKey }))

export type Marketing = Pick<Answer<'Person'>, 'marketingPref1' | 'marketingPref2' | 'marketingPref3'>

/** Choices that are left out stay as they are. */
export const saveMarketing = (choices: Partial<Marketing>) =>
  api.put('user/marketing', choices, { idempotencyKey: newKey() })

/** Ends every session of the account, including this one. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  api.post('user/password', { currentPassword, newPassword })

/**
 * Erases personal data and frees seats; it cannot be undone. Null only for an account that has no password and has just
 * signed in.
 */
export const deleteAccount = (password: string | null) =>
  api.post('user/delete', password === null ? {} : { password })

/** Sends the e-mail with the link; the answer is the same for unknown addresses. */
export const sendPasswordLink = (email: string) => api.post('user/forgot', { email })

/**
 * Sends the e-mail with the link that signs in; the answer is the same for unknown addresses. `callbackUrl`: the page that the
 * link leads to, without its hash.
 */
export const sendSignInLink = ({ email, callbackUrl }: { email: string; callbackUrl: string | undefined }) =>
  api.post('auth/sign-in-link', { email, callbackUrl: callbackUrl && withoutHash(callbackUrl) })

/** Sets a new password with the link's token, which works once. */
export const setForgottenPassword = (token: string, password: string) =>
  api.post('user/forgot', { token, password })

/** The athlete that a guardian's link is about: their address if they have not given a name. */
export type GuardianRequest = Answer<'GuardianRequest'>

/** The token can still be used afterwards. */
export const fetchGuardianRequest = (token: string, signal?: AbortSignal) =>
  api.post('user/guardian/request', { token }, signal ? { signal } : {})

export const confirmAsGuardian = (token: string) => api.post('user/guardian', { token })

/** One of one's own sessions. */
export type DeviceSession = Narrow<'SessionView', { method: 'credentials' | 'link' | 'passkey' | 'sso' }>

export const fetchDevices = (signal?: AbortSignal): Promise<{ sessions: DeviceSession[] }> =>
  api.get('user/sessions', { signal })

/** Ends another session; null for an account without a password that has just signed in. */
export const endDevice = (id: string, password: string | null, idempotencyKey: string) =>
  api.delete('user/sessions', { id, ...(password !== null && { password }) }, { idempotencyKey })

/** Ends every session, including this one; null as above. */
export const endAllDevices = (password: string | null, idempotencyKey: string) =>
  api.delete('user/sessions', { all: true, ...(password !== null && { password }) }, { idempotencyKey })

/** The linked single sign-on accounts, and whether there is a password too. */
export type Identities = Answer<'Identities'>
export type LinkedIdentity = Answer<'WayIn'>

export const fetchIdentities = (signal?: AbortSignal) => api.get('user/identities', { signal })

export const disconnect = writing('delete', 'user/identities')

export type Passkey = Answer<'Passkey'>

export const fetchPasskeys = (signal?: AbortSignal) => api.get('user/passkeys', { signal })

/** Proof of who asks: no password for an account without one, and for staff the code that was mailed to them. */
interface OwnerProof {
  password?: string
  mailedCode?: string
}

export const newPasskeyChallenge = (proof: OwnerProof) => api.post('user/passkeys/options', proof)

export const addPasskey = (answer: PasskeyAnswer, name: string, idempotencyKey: string) =>
  api.post('user/passkeys', { ...answer, name }, { idempotencyKey })

const PASSKEY = 'user/passkeys/{passkeyId}'

export const renamePasskey = writing('put', PASSKEY)

export const removePasskey = (passkeyId: string, password: string | null, idempotencyKey: string) =>
  api.delete(PASSKEY, password === null ? {} : { password }, { path: { passkeyId }, idempotencyKey })

export type SecondFactor = Answer<'SecondFactorAnswer'>
/** The secret to type into the app, and the address for the QR code. */
export type NewSecondFactor = Answer<'BegunAnswer'>

export const fetchSecondFactor = (signal?: AbortSignal) => api.get('user/second-factor', { signal })

/**
 * Makes a secret, which has no effect before `confirmSecondFactor`. Staff send the code that was mailed to them first. Null only
 * for an account without a password that has just signed in.
 */
export const beginSecondFactor = (password: string | null, mailedCode?: string) =>
  api.post('user/second-factor', {
    ...(password !== null && { password }),
    ...(mailedCode !== undefined && { mailedCode }),
  })

/** Returns the recovery codes, once only. */
export const confirmSecondFactor = (code: string) => api.post('user/second-factor/confirm', { code })

/** `password` is null only for an account without one that has just signed in. */
export const dropSecondFactor = (password: string | null, oneTimeCode: string) =>
  api.delete('user/second-factor', { ...(password !== null && { password }), oneTimeCode })

export type HealthConsent = Answer<'HealthConsent'>

export const fetchHealthConsent = (signal?: AbortSignal) => api.get('user/consent', { signal })

/** `healthConsent: false` erases the health data at once. `version`: that of the text that was agreed to. */
export const saveHealthConsent = writing('post', 'user/consent')

/** Everything stored about the signed-in person. */
export const fetchOwnData = () => api.get('user/export')

/** The account's address, and the one that will replace it once confirmed. */
export type EmailStatus = Answer<'EmailStatus'>

/** Sends a code to a new address. */
export const changeEmail = writing('post', 'user/email')

/** Withdraws a change that has not been confirmed. */
export const keepEmail = writing('delete', 'user/email')

export const sendEmailCode = writing('post', 'user/email/send')

export const confirmEmail = (code: string) => api.post('user/email/confirm', { code })

/** Confirms with the token of the mailed link, signed in or not. */
export const confirmEmailByLink = (token: string) => api.post('user/email/link', { token })

/** Restores the former address, with the token in the letter to it. */
export const undoEmailChange = (token: string) => api.post('user/email/undo', { token })

/** `withdraw` withdraws consent and keeps the booking; `decline` also cancels the coach's booking. */
export type CoachAnswer = Request<'Choice'>

/** A coach who has booked the athlete; `byTeam` if staff have answered for them. */
export type OwnCoach = Answer<'OwnCoach'>

/** What a letter's link is about; no date where nothing of the coach's is booked any more. */
export type CoachRequest = Answer<'LinkView'>

export const ownCoachesQuery = () => reading('user/coaches', { queryKey: [...queryKeys.mine, 'coaches'] })

export const answerCoach = writing('post', 'user/coaches')

/** Without an answer it only says what the link is about. */
export const answerByLink = (token: string, answer?: CoachAnswer) =>
  api.post('user/coaches/answer', answer === undefined ? { token } : { token, answer })

const FEED = 'user/calendar-feed'

export const calendarFeedQuery = () => reading(FEED, { queryKey: [...queryKeys.mine, 'calendar-feed'] })

export const makeCalendarFeed = () => api.post(FEED, {})

export const removeCalendarFeed = (idempotencyKey: string) => api.delete(FEED, {}, { idempotencyKey })
