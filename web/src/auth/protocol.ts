/** The calls of the auth client under `/api/auth`; no state. */
import { rememberCsrfToken } from '../api/client/csrf'
import { inTime } from '../api/client/in-time'
import { checkNetwork } from '../api/client/network'
import { normaliseUaid } from '../api/client/uaid'
import type { Narrow } from '../api/contract'
import { isRecord } from '../api/json'
import type { RoleId } from '../api/types'
import { withoutHash, withQuery } from '../paths'
import type { Session } from './session'

/** The default base path (RULES 10.6). */
export const AUTH_BASE = '/api/auth'

/** The result of a sign-in. */
export interface SignInResult {
  error: string | null
  status: number
  ok: boolean
  url: string | null
}

/** A way to sign in, as `GET providers` lists it. */
export type Provider = Narrow<'Way', { type: 'credentials' | 'oauth' | 'email' }>

export type Fields = Record<string, string>

/** Reports a failed fetch to the server's log; a failure of the report itself is ignored. */
function log(code: string, url: string, message: string): void {
  const body = new URLSearchParams({ level: 'error', code, url, message, client: 'true' })
  if (typeof navigator.sendBeacon === 'function') navigator.sendBeacon(`${AUTH_BASE}/_log`, body)
  else void fetch(`${AUTH_BASE}/_log`, { method: 'POST', body, keepalive: true }).catch(() => undefined)
}

const messageOf = (cause: unknown): string => String(isRecord(cause) ? cause.message : undefined)

/** The answer of the auth API, which may be `{}`; null if it failed, which is logged. */
async function ask(path: string, body?: object): Promise<Record<string, unknown> | null> {
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

/** A read of the auth API; null if it failed or is empty. */
async function fetchData(path: string): Promise<Record<string, unknown> | null> {
  const answer = await ask(path)
  return answer === null || Object.keys(answer).length === 0 ? null : answer
}

/** The providers by id; null if they could not be fetched. */
export async function fetchProviders(): Promise<Record<string, Provider> | null> {
  return (await fetchData('providers')) as Record<string, Provider> | null
}

async function fetchCsrfToken(): Promise<string> {
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

async function postForm(path: string, fields: Fields, callbackUrl: string): Promise<FormAnswer> {
  const csrfToken = await fetchCsrfToken()
  const body = new URLSearchParams({ ...fields, csrfToken, callbackUrl, json: 'true' })
  return post(path, 'application/x-www-form-urlencoded', body)
}

/** A call of our own that signs in without a password. */
export type Entry = 'passkeys/sign-in' | 'sign-in-link/use'

/** Signs in without a password. Throws when the server was not reached. */
export async function postEntry(entry: Entry, fields: object, callbackUrl: string): Promise<FormAnswer> {
  const csrfToken = await fetchCsrfToken()
  return post(entry, 'application/json', JSON.stringify({ ...fields, csrfToken, callbackUrl }))
}

async function post(path: string, type: string, body: BodyInit): Promise<FormAnswer> {
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

/** Sends the fields to one of the providers. Throws when the server was not reached. */
export function postSignIn(
  provider: Provider['id'],
  type: Provider['type'],
  fields: Fields,
  callbackUrl: string,
  authorization?: Fields,
): Promise<FormAnswer> {
  const action = type === 'credentials' ? 'callback' : 'signin'
  const query = authorization ? `?${new URLSearchParams(authorization).toString()}` : ''
  return postForm(`${action}/${provider}${query}`, fields, callbackUrl)
}

/** Ends the session on the server; returns the address to go to. Throws when the server was not reached. */
export async function postSignOut(callbackUrl: string): Promise<string> {
  const { url } = await postForm('signout', {}, callbackUrl)
  return url ?? callbackUrl
}

/** A query parameter of an address, which may lack its origin. */
const queryOf = (url: string, name: string): string | null =>
  new URL(url, window.location.origin).searchParams.get(name)

/** The result of a sign-in that stays on its page. */
export function resultOf({ ok, status, url, refusal }: FormAnswer): SignInResult {
  const error = url === null ? (refusal ?? String(status)) : queryOf(url, 'error')
  return { error, status, ok: ok && url !== null, url: error ? null : url }
}

/** The sign-in page for an unknown provider. */
export const providerChoice = (callbackUrl: string): string =>
  `${AUTH_BASE}/signin?${new URLSearchParams({ callbackUrl }).toString()}`

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

/** Leaves the page. An address with a hash may be this very page, which then has to be reloaded. */
export function go(url: string): void {
  window.location.href = url
  if (url.includes('#')) window.location.reload()
}
