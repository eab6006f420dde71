/**
 * Turns an error into the sentence to show. Those of refusals (`errors.ts`) come with the first refusal; what a page may have
 * to say without a network is here.
 */
import { ApiFailure, NETWORK_CODE } from './client/failure'

type Sentences = Readonly<Record<string, string>>

/** Also needed where nothing more can be loaded. */
export const ALWAYS: Sentences = {
  [NETWORK_CODE]: 'We cannot reach the academy. Check your connection and try again.',
  ECONNABORTED: 'That took too long. Check your connection and try again.',
  ERR_CANCELED: 'That was stopped before it was done. Try again.',
  MAINTENANCE: 'Half-time: we are working on the site. Your bookings are safe. Try again soon.',
}

export const BY_STATUS: Sentences = {
  400: 'Something in the form is not quite right. Check it and try again.',
  401: 'You were signed out before that went through. Once you are signed in, try again.',
  403: 'Your account may not do that.',
  404: 'We cannot find that. It may have been removed.',
  409: 'Someone has just changed this. Reload the page and try again.',
  413: 'That is too much at once. Shorten it and try again.',
  415: 'That did not go through. Reload the page and try again.',
  422: 'That cannot be done as it stands. Check it and try again.',
  429: 'That was a lot of tries. Catch your breath for a minute, then go again.',
  500: 'Something broke on our side, not yours. Try again in a moment.',
  502: 'We cannot reach the academy. Try again in a moment.',
  503: 'We are busy right now. Try again in a moment.',
  504: 'That took too long. Try again in a moment.',
}

/**
 * RULES 13.6: codes that many fields or tests share. The server's message names the limit or the choice, and our sentence cannot. Ours
 * is for the rules in the browser, which give a code alone.
 */
const SAID_BY_SERVER: readonly string[] = [
  'FIELD_INVALID',
  'FIELD_REQUIRED',
  'TEXT_TOO_LONG',
  'DATE_OUT_OF_RANGE',
  'ATTEMPT_OUT_OF_RANGE',
]

let known = ALWAYS

/** Takes over the sentences of every refusal. */
export function learnSentences(sentences: Sentences): void {
  known = sentences
}

/** A code and a message, from a failed call or from the state that it was stored in. */
export interface FailureLike {
  errorCode: string
  errorMessage: string
  status?: number
}

const isSentence = (text: string) => /\s/.test(text.trim()) && /[.!?]$/.test(text.trim())

const MINUTE_S = 60

/** A wait in words, rounded up. */
export function waitWords(seconds: number): string {
  if (seconds < MINUTE_S) return 'a minute'
  const minutes = Math.ceil(seconds / MINUTE_S)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/** The sentence to show, for anything that was thrown or stored. */
export function errorSentence(error: unknown): string {
  const { errorCode, errorMessage, status } = toFailureLike(error)
  if (status === 429 && error instanceof ApiFailure && error.retryAfterS !== null)
    return `That was a lot of tries. Catch your breath for ${waitWords(error.retryAfterS)}, then go again.`
  if (errorCode === '422' && errorMessage)
    return errorMessage.endsWith('.') ? errorMessage : `${errorMessage}.`
  // Its code alone would say that the booking has changed.
  if (error instanceof ApiFailure && error.details?.checkedIn === true) return errorMessage
  const own = known[errorCode]
  const said = isSentence(errorMessage) && (status ?? 0) < 500 ? errorMessage : undefined
  return (
    (SAID_BY_SERVER.includes(errorCode) ? (said ?? own) : (own ?? said)) ??
    BY_STATUS[errorCode] ??
    BY_STATUS[String(status ?? '')] ??
    'Something went wrong. Try again in a moment.'
  )
}

/** A refusal as the problem of the field that it names; null if it names none. */
export const refusedField = (error: ApiFailure | null) =>
  error?.field ? { field: error.field, message: errorSentence(error) } : null

function toFailureLike(error: unknown): FailureLike {
  if (error instanceof ApiFailure) return error
  if (typeof error === 'object' && error !== null && 'errorCode' in error) {
    const message = 'errorMessage' in error ? error.errorMessage : ''
    return { errorCode: String(error.errorCode), errorMessage: typeof message === 'string' ? message : '' }
  }
  return { errorCode: typeof error === 'string' ? error : '', errorMessage: '' }
}
