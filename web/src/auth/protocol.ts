/** The calls of the auth client under `/api/auth`; no state. */
import { rememberCsrfToken } from '../api/client/csrf'
import { inTime } from '../api/client/in-time'
import { checkNetwork } from '../api/client/network'
import { normaliseUaid } from '../api/client/uaid'
import { isRecord } from '../api/json'
import type { RoleId } from '../api/types'
import { withoutHash, withQuery } from '../paths'
import type { Session } from './session'

/** The default base path (RULES 10.6). */
export const AUTH_BASE = '/api/auth'

export type Fields = Record<string, string>

/** Reports a failed fetch to the server's log; a failure of the report itself is ignored. */
function log(code: string, url: string, message: string): void {
  const body = new URLSearchParams({ level: 'error', code, url, message, client: 'true' })
  if (typeof navigator.sendBeacon === 'function') navigator.sendBeacon(`${AUTH_BASE}/_log`, body)
  else void fetch(`${AUTH_BASE}/_log`, { method: 'POST', body, keepalive: true }).catch(() => undefined)
}

const messageOf = (cause: unknown): string => String(isRecord(cause) ? cause.message : undefined)

/** The answer of the auth API, which may be `{}`; null if it failed, which is logged. */
export async function ask(path: string, body?: object): Promise<Record<string, unknown> | null> {
  const url = `${AUTH_BASE}/${path}`
  try {
    const headers = { 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await inTime((signal) => fetch(url, { headers, cache: 'no-store', signal, ...sent }))
    const answer: unknown = await response.json()
    if (!response.ok) throw answer
    return isRecord(answer) ? answer : {}
  } catch (cause) {
    log('CLIENT_FETCH_ERROR', url, messageOf(cause))
    await checkNetwork(cause)
    return null
  }
}

export async function fetchCsrfToken(): Promise<string> {
  const answer = await ask('csrf')
  const token = typeof answer?.csrfToken === 'string' ? answer.csrfToken : null
  if (token !== null) rememberCsrfToken(token)
  return String(token ?? undefined)
}

function readSession(body: Record<string, unknown>): Session | 'none' {
  const user = isRecord(body.user) ? body.user : null
  const uaid = normaliseUaid(body.uaid ?? user?.uaid)
  if (!user || uaid === null) return 'none'
  const number = (value: unknown) => (typeof value === 'number' ? value : Number(value))
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    user: { name: text(user.name), email: text(user.email), image: text(user.image) },
    expires: text(body.expires) ?? '',
    uaid,
    role: number(body.role ?? user.role) as RoleId,
    token: text(body.token ?? user.token) ?? undefined,
    stamp: number(body.stamp ?? user.stamp),
  }
}

/** The session; `none` if nobody is signed in, null if the request failed. */
export async function fetchSession(): Promise<Session | 'none' | null> {
  const answer = await ask('session')
  return answer === null ? null : readSession(answer)
}

/** Asks the server to merge `data` into the session and returns the new session. */
export async function postSession(data: unknown): Promise<Session | 'none' | null> {
  const answer = await ask('session', { csrfToken: await fetchCsrfToken(), data })
  return answer === null ? null : readSession(answer)
}

/** The answer to a form of the auth API. */
export interface FormAnswer {
  ok: boolean
  status: number
  /** Where to go, if the answer says. */
  url: string | null
  /** A refusal in the event API's format, if it is one. */
  refusal: string | null
}

export async function postForm(path: string, fields: Fields, callbackUrl: string): Promise<FormAnswer> {
  const csrfToken = await fetchCsrfToken()
  const body = new URLSearchParams({ ...fields, csrfToken, callbackUrl, json: 'true' })
  return post(path, 'application/x-www-form-urlencoded', body)
}

/** Throws when the server was not reached. */
export async function post(path: string, type: string, body: BodyInit): Promise<FormAnswer> {
  const headers = { 'Content-Type': type }
  const response = await inTime((signal) =>
    fetch(`${AUTH_BASE}/${path}`, { method: 'POST', headers, body, signal }),
  )
  const answer: unknown = await response.json()
  const record = isRecord(answer) ? answer : {}
  const own = isRecord(record.error) ? record.error.errorCode : null
  return {
    ok: response.ok,
    status: response.status,
    url: typeof record.url === 'string' ? record.url : null,
    refusal: typeof own === 'string' ? own : null,
  }
}

/** Ends the session on the server; returns the address to go to. Throws when the server was not reached. */
export async function postSignOut(callbackUrl: string): Promise<string> {
  const { url } = await postForm('signout', {}, callbackUrl)
  return url ?? callbackUrl
}

/**
 * The redirect of a page that needs a session (RULES 10.6). The browser keeps what is behind `#` when the server redirects to the
 * sign-in page, so a hash of the page gets there without the server.
 */
export const signInAddress = (page: string): string =>
  withQuery(
    `${AUTH_BASE}/signin`,
    { error: 'SessionRequired', callbackUrl: withoutHash(page) },
    page.includes('#') ? `callbackUrl=${encodeURIComponent(page)}` : undefined,
  )

/**
 * Leaves the page. An address with a hash may be this very page, which then has to be reloaded; on the way to another, a reload
 * would take the place of the navigation.
 */
export function go(url: string): void {
  const { href } = window.location
  window.location.href = url
  const isHere = withoutHash(new URL(url, href).href) === withoutHash(href)
  if (url.includes('#') && isHere) window.location.reload()
}
