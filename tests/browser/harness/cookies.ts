// The auth client's cookies as Chromium keeps them and as the server sends them.
import type { APIResponse, BrowserContext, Cookie } from 'playwright-core'

export const CSRF = 'next-auth.csrf-token'
export const CALLBACK_URL = 'next-auth.callback-url'
export const SESSION = 'next-auth.session-token'
export const CHECKS = ['next-auth.state', 'next-auth.pkce.code_verifier', 'next-auth.nonce']

export async function cookie(context: BrowserContext, name: string): Promise<Cookie | undefined> {
  return (await context.cookies()).find((found) => found.name === name)
}

/** The `Set-Cookie` lines of an answer, by name. */
export function setCookies(answer: APIResponse): Map<string, string> {
  const lines = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
  return new Map(lines.map(({ value }) => [value.slice(0, value.indexOf('=')), value]))
}

type Session = Record<string, unknown> & { uaid?: string; token?: string }

/** The session as the browser's cookies have it. */
export async function session(context: BrowserContext, url: string): Promise<Session> {
  const answer = await context.request.get(`${url}/api/auth/session`)
  return (await answer.json()) as Session
}
