// Sessions, for journeys that are not about signing in.
import type { Page } from 'playwright-core'
import type { Api, Athlete } from './api.ts'
import type { Visitor } from './browser.ts'
import { SESSION, setCookies } from './cookies.ts'

/** The password of everybody in the demo. */
export const DEMO = 'six-tests-one-score'

/** How one of the demo's people signs in: `delivery`, `coach`. */
export const demo = (name: string) => ({ emailAddress: `${name}@sixfold.example`, password: DEMO })

/** A bearer token of one of the demo's people. */
export async function tokenOf(api: Api, emailAddress: string): Promise<string> {
  const { token } = await api.ask<{ token: string }>('POST', 'user/login', { emailAddress, password: DEMO })
  return token
}

/** How often a sign-in is retried. */
const TRIES = 3

/**
 * By the auth protocol, as the site's own page does it. The answer to what a page asked before may bring another CSRF cookie
 * between the two calls; the protocol then answers 200 and signs nobody in, and a person would press the button again.
 */
export async function signIn(
  visitor: { context: Pick<Visitor['context'], 'request'> },
  url: string,
  athlete: Pick<Athlete, 'emailAddress' | 'password'>,
): Promise<void> {
  const { request } = visitor.context
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const csrf = await request.get(`${url}/api/auth/csrf`)
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const answer = await request.post(`${url}/api/auth/callback/credentials`, {
      form: {
        csrfToken,
        callbackUrl: url,
        json: 'true',
        emailAddress: athlete.emailAddress,
        password: athlete.password,
      },
    })
    if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`)
    if (setCookies(answer).has(SESSION)) return
  }
  throw new Error('sign-in: the CSRF cookie was replaced each time')
}

/** Signs in with the form of the sign-in page. */
export async function logIn(
  page: Page,
  { emailAddress, password }: Pick<Athlete, 'emailAddress' | 'password'>,
): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(emailAddress)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs out by the menu. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('link', { name: 'Login' }).waitFor()
}

/**
 * Advances the browser's clock by minutes. Pending requests are awaited first, since they would set the server's time
 * again.
 */
export async function later(page: Page, minutes: number): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(minutes * 60_000)
}

/** The names of what the app keeps in local storage. */
export function keptIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('sixfold.')))
}
