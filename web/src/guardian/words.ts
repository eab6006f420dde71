import type { ApiFailure } from '../api/client/failure'
import { errorSentence, waitWords } from '../api/error-sentence'
import { counted } from '../academy/numbers'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** How long the link works (RULES 6.3). */
const LINK_MS = 14 * DAY_MS
/** How long the same address is not written to again (RULES 6.8). */
const PAUSE_S = 10 * 60

/** How long ago something was, rounded down. */
export function agoWords(ms: number): string {
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return `${counted(Math.floor(ms / MINUTE_MS), 'minute')} ago`
  if (ms < 2 * DAY_MS) return `${counted(Math.floor(ms / HOUR_MS), 'hour')} ago`
  return `${counted(Math.floor(ms / DAY_MS), 'day')} ago`
}

/** When the guardian's letter was sent and to whom, and whether its link still works. */
export function letterWords(email: string | null, askedAt: number | null, nowMs: number): string {
  if (email === null) return 'We have no address of theirs yet.'
  if (askedAt === null || nowMs - askedAt >= LINK_MS) return `The link that we sent to ${email} has expired.`
  return `Sent ${agoWords(nowMs - askedAt)} to ${email}. If it is not there, have them look in their spam folder.`
}

/** Why the letter was not sent. */
export function refusalWords(error: ApiFailure): string {
  if (error.status !== 429 || error.retryAfterS === null) return errorSentence(error)
  const wait = waitWords(error.retryAfterS)
  return error.retryAfterS <= PAUSE_S
    ? `We have just sent it there. You can send it again in ${wait}.`
    : `That is enough e-mails for one day. Check the address with them, and try again in ${wait}.`
}
