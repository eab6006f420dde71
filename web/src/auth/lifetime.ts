/**
 * How long a session lasts. The server decides; the page follows the same rule so that it can warn in time and sign out
 * by itself. The rules (`sessionExpired`) have the same number; it is repeated here because the shell must not load
 * WebAssembly for it, and a test compares the two.
 */

/** 58 minutes (RULES 10.1). */
export const SESSION_MS = 58 * 60 * 1000

/** The page warns five minutes before (RULES 10.2). */
const WARNING_MS = 5 * 60 * 1000

export type Remaining = 'fresh' | 'ending' | 'over'

/** The state of a session, and in how many milliseconds that changes (null: never). */
export function sessionRemaining(
  stampMs: number,
  nowMs: number,
): { is: Remaining; changesIn: number | null } {
  const left = stampMs + SESSION_MS - nowMs
  if (left <= 0) return { is: 'over', changesIn: null }
  if (left <= WARNING_MS) return { is: 'ending', changesIn: left }
  return { is: 'fresh', changesIn: left - WARNING_MS }
}
