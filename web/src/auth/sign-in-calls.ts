/** The calls with which somebody signs in; no state. They come with the pages that sign in. */
import type { Narrow } from '../api/contract'
import { ask, AUTH_BASE, fetchCsrfToken, post, postForm, type Fields, type FormAnswer } from './protocol'

/** The result of a sign-in. */
export interface SignInResult {
  error: string | null
  status: number
  ok: boolean
  url: string | null
}

/** A way to sign in, as `GET providers` lists it. */
export type Provider = Narrow<'Way', { type: 'credentials' | 'oauth' | 'email' }>

/** The providers by id; null if they could not be fetched, or there are none. */
export async function fetchProviders(): Promise<Record<string, Provider> | null> {
  const answer = await ask('providers')
  if (answer === null || Object.keys(answer).length === 0) return null
  return answer as Record<string, Provider>
}

/** A call of our own that signs in without a password. */
export type Entry = 'passkeys/sign-in' | 'sign-in-link/use'

/** Signs in without a password. Throws when the server was not reached. */
export async function postEntry(entry: Entry, fields: object, callbackUrl: string): Promise<FormAnswer> {
  const csrfToken = await fetchCsrfToken()
  return post(entry, 'application/json', JSON.stringify({ ...fields, csrfToken, callbackUrl }))
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
