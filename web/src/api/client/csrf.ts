import { isRecord } from '../json'
import { inTime } from './in-time'

/**
 * The CSRF token of this browser (`GET /api/auth/csrf`); its cookie is HttpOnly, so it is fetched once and kept in
 * memory.
 */
let pending: Promise<string> | null = null

async function ask(): Promise<string> {
  const headers = { accept: 'application/json' }
  const answer = await inTime((signal) => fetch('/api/auth/csrf', { headers, cache: 'no-store', signal }))
  const body: unknown = await answer.json()
  const token = isRecord(body) ? body.csrfToken : null
  if (typeof token !== 'string') throw new TypeError('No CSRF token')
  return token
}

export function csrfToken(): Promise<string> {
  pending ??= ask().catch((cause: unknown) => {
    pending = null
    throw cause
  })
  return pending
}

/** The auth client has just fetched one: the next write need not. */
export function rememberCsrfToken(token: string): void {
  pending = Promise.resolve(token)
}

/** The token was refused: the next write fetches a new one. */
export function forgetCsrfToken(): void {
  pending = null
}
