/** How long to wait after a try that did not work: twice as long each time, with chance in it, 1 s to 60 s. */
const FIRST_MS = 1000
const LONGEST_MS = 60_000

/** An hour: a longer Retry-After is cut to that. */
const LONGEST_ASKED_MS = 60 * 60 * 1000

/**
 * Milliseconds until the next try after `failures` in a row (from 1). Between half of the step and all of it, so that
 * tablets that lost the network together do not come back together; never sooner than the server asked for.
 */
export function backoffMs(failures: number, random: number, retryAfterS: number | null): number {
  const step = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16))
  const own = Math.max(FIRST_MS, Math.round(step * (0.5 + random / 2)))
  return Math.max(own, askedMs(retryAfterS))
}

/** What the server asked for, in milliseconds. */
export const askedMs = (retryAfterS: number | null): number =>
  retryAfterS === null || !(retryAfterS > 0) ? 0 : Math.min(LONGEST_ASKED_MS, Math.ceil(retryAfterS * 1000))
