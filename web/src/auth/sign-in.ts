/** Signing in. Apart from the session, since few pages do it. */
import { useMemo } from 'react'
import { withoutHash } from '../paths'
import { keepHash } from './kept-hash'
import { AUTH_BASE, go, type Fields, type FormAnswer } from './protocol'
import type { SessionClient } from './session-client'
import { useSessionClient } from './SessionProvider'
import {
  fetchProviders,
  postEntry,
  postSignIn,
  providerChoice,
  resultOf,
  type Entry,
  type SignInResult,
} from './sign-in-calls'

export interface SignInOptions {
  /** Go where the server says (default); credentials and e-mail may stay on the page and get the result. */
  redirect?: boolean
  callbackUrl?: string
  /** Passed on to the provider (`login_hint` …). */
  authorization?: Fields
}

/** Leaves the page. `page`: where the sign-in leads back to. */
function left(url: string, page: string): undefined {
  keepHash(page)
  go(url)
  return undefined
}

const NOT_REACHED: SignInResult = { error: 'ERR_NETWORK', status: 0, ok: false, url: null }

/**
 * Signs in with a provider. Resolves to nothing if the page is left for it. Throws when the server was not reached.
 */
export async function signInWith(
  client: SessionClient,
  provider?: string,
  fields: Fields = {},
  options: SignInOptions = {},
): Promise<SignInResult | undefined> {
  const { redirect = true, callbackUrl: page = window.location.href, authorization } = options
  const callbackUrl = withoutHash(page)
  const providers = await fetchProviders()
  if (!providers) return left(`${AUTH_BASE}/error`, page)
  const type = provider === undefined ? undefined : providers[provider]?.type
  if (provider === undefined || type === undefined) return left(providerChoice(callbackUrl), page)
  const said = {
    ...fields,
    ...(options.redirect === undefined ? {} : { redirect: String(options.redirect) }),
    ...(options.callbackUrl === undefined ? {} : { callbackUrl }),
  }
  const answer = await postSignIn(provider, type, said, callbackUrl, authorization)
  if (redirect || type === 'oauth') return left(answer.url ?? callbackUrl, page)
  const result = resultOf(answer)
  if (result.ok) await client.takeUp(type === 'credentials')
  return result
}

/**
 * Signs in with one of our accounts and stays on the page, with or without a network; a failure is a value. The list
 * of providers is not fetched: if that failed, it would lead to the error page.
 */
export function signInHere(client: SessionClient, fields: Fields, page: string): Promise<SignInResult> {
  const callbackUrl = withoutHash(page)
  const said = { ...fields, redirect: 'false', callbackUrl }
  return here(client, () => postSignIn('credentials', 'credentials', said, callbackUrl))
}

/** The same without a password. */
export const enter = (client: SessionClient, entry: Entry, fields: object, page: string) =>
  here(client, () => postEntry(entry, fields, withoutHash(page)))

async function here(client: SessionClient, post: () => Promise<FormAnswer>): Promise<SignInResult> {
  try {
    const result = resultOf(await post())
    if (!result.ok) return result
    const found = await client.takeUp(true)
    if (found === 'unsure') return NOT_REACHED
    // A refused token leads back to the sign-in page without an error code.
    return found === 'none' ? { ...result, error: 'CSRF', ok: false, url: null } : result
  } catch {
    return NOT_REACHED
  }
}

interface SignInActions {
  /**
   * Signs in with one of our accounts and stays on the page; `oneTimeCode` for people with a second factor, `token` of a
   * session that ends with it.
   */
  signIn: (
    fields: { emailAddress: string; password: string; oneTimeCode?: string; token?: string },
    callbackUrl?: string,
  ) => Promise<SignInResult>
  /** Signs in without a password, and stays on the page. */
  enter: (entry: Entry, fields: object, callbackUrl?: string) => Promise<SignInResult>
  /**
   * Signs in with any provider; leaves the page for it unless `redirect` is false and the provider allows that.
   * Throws when the server was not reached.
   */
  signInWith: (
    provider: string | undefined,
    fields?: Fields,
    options?: SignInOptions,
  ) => Promise<SignInResult | undefined>
}

export function useSignIn(): SignInActions {
  const client = useSessionClient()
  return useMemo(
    () => ({
      signIn: ({ emailAddress, ...fields }, callbackUrl = window.location.href) =>
        // The protocol's name for the address is `email`; both are sent.
        signInHere(client, { emailAddress, email: emailAddress, ...fields }, callbackUrl),
      enter: (entry, fields, callbackUrl = window.location.href) => enter(client, entry, fields, callbackUrl),
      signInWith: (provider, fields, options) => signInWith(client, provider, fields, options),
    }),
    [client],
  )
}
