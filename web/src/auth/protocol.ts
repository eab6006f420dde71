/** The calls of the auth client under `/api/auth` (auth protocol notes), no state. */
import { csrfToken, forgetCsrfToken } from '../api/csrf'
import { normaliseUaid } from '../api/uaid'
import type { RoleId } from '../api/wire'
import type { Session } from './session'

/** The default base path (spec §9). */
export const AUTH_BASE = '/api/auth'

/** The result of a sign-in (spec §3). */
export interface SignInResult {
  error: string | null
  status: number
  ok: boolean
  url: string | null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Tells the server's log of a failed fetch (spec §8); its own failing is nobody's business. */
function log(code: string, message: string): void {
  const body = new URLSearchParams({ level: 'error', code, message, client: 'true' })
  void fetch(`${AUTH_BASE}/_log`, { method: 'POST', body, keepalive: true }).catch(() => undefined)
}

/** A read of the auth API: the JSON, or null when it failed. */
export async function fetchData(path: string): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(`${AUTH_BASE}/${path}`, {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      credentials: 'same-origin',
    })
    const body: unknown = await response.json()
    if (!response.ok || !isRecord(body)) throw new Error(`${response.status} ${response.statusText}`)
    return body
  } catch (cause) {
    log('CLIENT_FETCH_ERROR', `${path}: ${cause instanceof Error ? cause.message : 'failed'}`)
    return null
  }
}

/** The session; `none` when nobody is signed in, null when the question failed. */
export async function fetchSession(): Promise<Session | 'none' | null> {
  const body = await fetchData('session')
  if (body === null) return null
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

async function postForm(
  path: string,
  fields: Record<string, string>,
): Promise<{ response: Response; body: unknown }> {
  const body = new URLSearchParams({ ...fields, csrfToken: await csrfToken(), json: 'true' })
  const response = await fetch(`${AUTH_BASE}/${path}`, { method: 'POST', body, credentials: 'same-origin' })
  return { response, body: (await response.json()) as unknown }
}

const answerUrl = (body: unknown): string | null =>
  isRecord(body) && typeof body.url === 'string' ? body.url : null

const query = (url: string | null, name: string): string | null =>
  url === null ? null : new URL(url, window.location.origin).searchParams.get(name)

/** Signs in with our own accounts. A page that stayed open too long gets one fresh CSRF token. */
export async function postCredentials(
  fields: { emailAddress: string; password: string },
  callbackUrl: string,
): Promise<SignInResult> {
  const send = () =>
    // The protocol's own name for the address is `email`; both are sent.
    postForm('callback/credentials', {
      ...fields,
      email: fields.emailAddress,
      callbackUrl,
      redirect: 'false',
    })
  try {
    let { response, body } = await send()
    if (query(answerUrl(body), 'csrf')) {
      forgetCsrfToken()
      ;({ response, body } = await send())
    }
    const url = answerUrl(body)
    const csrf = query(url, 'csrf') ? 'CSRF' : null
    const error = query(url, 'error') ?? csrf ?? (response.ok ? null : refusal(response, body))
    return { error, status: response.status, ok: response.ok && error === null, url: error ? null : url }
  } catch (cause) {
    log('CLIENT_FETCH_ERROR', `callback/credentials: ${cause instanceof Error ? cause.message : 'failed'}`)
    return { error: 'ERR_NETWORK', status: 0, ok: false, url: null }
  }
}

function refusal(response: Response, body: unknown): string {
  const own = isRecord(body) && isRecord(body.error) ? body.error.errorCode : null
  return typeof own === 'string' ? own : String(response.status)
}

/** Ends the session on the server; gives the address to go to. Throws when the server was not reached. */
export async function postSignOut(callbackUrl: string): Promise<string> {
  let { body } = await postForm('signout', { callbackUrl })
  if (query(answerUrl(body), 'csrf')) {
    forgetCsrfToken()
    ;({ body } = await postForm('signout', { callbackUrl }))
  }
  forgetCsrfToken()
  return answerUrl(body) ?? callbackUrl
}

/** Where a page that needs a session sends a visitor without one (spec §4). */
export const signInAddress = (callbackUrl: string, error = 'SessionRequired'): string =>
  `${AUTH_BASE}/signin?${new URLSearchParams({ error, callbackUrl }).toString()}`
