// Sessions: signing in and out, the 58 minutes, what a visitor sees.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { newAddress, PASSWORD } from '../harness/api.ts'
import { session } from '../harness/cookies.ts'
import { keptIn, later, logIn, logOut, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

test('Login and Sign up stand on the homepage and not in the sign-up flow', async () => {
  const { page } = await stage.visitor()
  const main = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/en-gb/')
  await main.getByRole('link', { name: 'Login' }).waitFor()
  await expect.poll(() => main.getByRole('link', { name: 'Sign up' }).count()).toBe(1)
  await page.goto('/en-gb/register')
  await page.getByRole('textbox', { name: 'Day' }).waitFor()
  await expect.poll(() => main.getByRole('link', { name: 'Login' }).count()).toBe(0)
  await expect.poll(() => main.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
})

test('a wrong password is told above the form and the address stays', async () => {
  const { page } = await stage.visitor()
  const athlete = await stage.api.athlete()
  await page.goto('/en-gb/login')
  await page.getByLabel('E-mail', { exact: true }).fill(athlete.emailAddress)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password-at-all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await expect.poll(() => page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(athlete.emailAddress)
  await page.getByLabel('Password', { exact: true }).fill(athlete.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
})

test('the menu offers a booking, and Log Out ends the session on the server', async () => {
  const page = await stage.open('/en-gb/', await stage.api.athlete())
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Book a test' }).waitFor()
  await expect.poll(() => menu.getByRole('link', { name: 'My tests' }).count()).toBe(0)
  await menu.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('link', { name: 'Login' }).waitFor()
  const session = await page.context().request.get(`${stage.server.url}/api/auth/session`)
  expect(await session.json()).toEqual({})
})

test('the page warns five minutes before the end and signs out at 58 minutes', async () => {
  const page = await stage.open('/en-gb/frequently-asked-questions', await stage.api.athlete())
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
  await later(page, 52)
  await page.waitForTimeout(300)
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
  await later(page, 1.5)
  await page.getByRole('alertdialog').waitFor()
  await later(page, 5)
  await page.getByRole('link', { name: 'Login' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
})

test('pages that need a session send to the sign-in page and back', async () => {
  const athlete = await stage.api.athlete()
  for (const path of ['my-account', 'my-account-my-booking', 'my-account-my-profile']) {
    const page = await stage.open(`/en-gb/${path}`)
    await page.waitForURL('**/en-gb/login**')
    await logIn(page, athlete)
    await page.waitForURL(`**/en-gb/${path}`)
  }
  expect(athlete.uaid).toMatch(/^\d+$/)
})

test('a session that was put off ends at 58 minutes and says why', async () => {
  const athlete = await stage.api.athlete()
  const page = await stage.open('/en-gb/my-account-my-profile', athlete)
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
  await later(page, 54)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  await later(page, 5)
  await page.getByText('we sign you out after 58 minutes').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
  await expect.poll(() => session(page.context(), stage.server.url)).toEqual({})
  await page.getByRole('status').getByRole('link', { name: 'Sign in' }).click()
  await logIn(page, athlete)
  await page.waitForURL('**/my-account-my-profile')
})

test('signing out in one tab resets the others and leads them home', async () => {
  const athlete = await stage.api.athlete()
  const page = await stage.open('/en-gb/my-account-my-profile', athlete)
  await page.getByText(athlete.emailAddress).first().waitFor()
  const other = await page.context().newPage()
  await other.goto('/en-gb/')
  await logOut(other)
  await page.getByText('You signed out in another tab').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
  expect(await page.content()).not.toContain(athlete.emailAddress)
})

test('somebody else who signs in in another tab sees nothing of the first, in neither tab', async () => {
  const [first, second] = [await stage.api.athlete(), await stage.api.athlete()]
  const visitor = await stage.signedIn(first)
  const { page } = visitor
  await page.goto('/en-gb/my-account-my-profile')
  await page.getByText(first.emailAddress).first().waitFor()
  await signIn(visitor, stage.server.url, second)
  const other = await visitor.context.newPage()
  await other.goto('/en-gb/my-account-my-profile')
  await other.getByText(second.emailAddress).first().waitFor()
  await page.getByText('Somebody else signed in on this browser').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
  await page.goto('/en-gb/my-account-my-profile')
  await page.getByText(second.emailAddress).first().waitFor()
  for (const tab of [page, other]) expect(await tab.content()).not.toContain(first.emailAddress)
})

test('an admin path with the wrong role logs out', async () => {
  const page = await stage.open('/en-gb/staff-account-pd-admin', await stage.api.athlete())
  await page.getByText('That page is for another team').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
  await expect.poll(() => session(page.context(), stage.server.url)).toEqual({})
  await expect.poll(() => keptIn(page)).toEqual([])
})

test('an admin path without a session asks for one and comes back', async () => {
  const page = await stage.open('/en-gb/staff-account-coach-admin')
  await page.waitForURL('**/en-gb/login**')
  const query = new URL(page.url()).searchParams
  expect(query.get('error')).toBe('SessionRequired')
  expect(query.get('callbackUrl')).toBe(`${stage.server.url}/en-gb/staff-account-coach-admin`)
})

test('what is kept cannot be read and is gone after signing out', async () => {
  const athlete = await stage.api.athlete()
  const page = await stage.open('/en-gb/my-account-my-profile', athlete)
  await page.getByText(athlete.emailAddress).first().waitFor()
  await page.waitForFunction(() => localStorage.getItem('sixfold.auth') !== null)
  const { token } = await session(page.context(), stage.server.url)
  const text = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  for (const word of [
    athlete.emailAddress,
    athlete.uaid,
    token ?? '',
    'Robin',
    'Rival',
    '1996',
    'isRedirect',
  ])
    expect(text, word).not.toContain(word)
  await expect.poll(() => keyOf(page)).toEqual({ extractable: false })

  await logOut(page)
  await expect.poll(() => keptIn(page)).toEqual([])
  await expect.poll(() => keyOf(page)).toBeNull()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/sixfold\.|@/)
  await page.goBack()
  await page.waitForURL('**/en-gb/login**')
  expect(await page.content()).not.toContain(athlete.emailAddress)
})

test('the way back after signing in keeps its query', async () => {
  const athlete = await stage.api.athlete()
  const page = await stage.open('/en-gb/my-account-my-profile?from=letter')
  await page.waitForURL('**/en-gb/login**')
  await page.getByText('Sign in to see this page.').waitFor()
  await logIn(page, athlete)
  await page.waitForURL('**/en-gb/my-account-my-profile?from=letter')
  await page.getByText(athlete.emailAddress).first().waitFor()
  expect(athlete.uaid).toMatch(/^\d+$/)
})

test('somebody who has an account and no details goes on with sign-up, past the questions they answered', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  const emailAddress = newAddress('unfinished')
  const eligibility = {
    ageRange: true,
    consent: true,
    healthConsent: true,
    PARQ: Array<boolean>(7).fill(false),
  }
  const person = { emailAddress, password: PASSWORD, dateOfBirth: '1996-04-12', eligibility }
  const made = await stage.api.call<{ uaid: string; token: string }>('POST', 'user/signup', person)
  expect(made.status).toBe(200)
  await signIn(visitor, stage.server.url, { ...made.data, emailAddress, password: PASSWORD })
  await page.goto('/en-gb/frequently-asked-questions')
  await page.waitForURL('**/en-gb/user-registration')
  await page.getByRole('textbox', { name: /^First name/ }).waitFor()
  // Once: after that they may look around.
  await page.goto('/en-gb/frequently-asked-questions')
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(new URL(page.url()).pathname).toBe('/en-gb/frequently-asked-questions')
})

/** What can be seen of the key that local storage is encrypted with; null when there is none. */
function keyOf(page: Page): Promise<{ extractable: boolean } | null> {
  return page.evaluate(
    () =>
      new Promise<{ extractable: boolean } | null>((resolve, reject) => {
        const opening = indexedDB.open('sixfold-keys')
        opening.onerror = () => reject(new Error('no database'))
        opening.onsuccess = () => {
          const asking = opening.result.transaction('keys').objectStore('keys').get('state-1')
          asking.onsuccess = () => {
            const key = asking.result as CryptoKey | undefined
            opening.result.close()
            resolve(key ? { extractable: key.extractable } : null)
          }
        }
      }),
  )
}
