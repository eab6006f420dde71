// A session that ends, or was revoked, under a page: signing in again in place, and who else may come.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { type Athlete, PASSWORD } from '../harness/api.ts'
import { findings } from '../harness/axe.ts'
import { session } from '../harness/cookies.ts'
import { keptIn, later, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

test('signing in again in place keeps the page and what was typed', async () => {
  const athlete = await stage.api.athlete()
  const page = await stage.open('/en-gb/my-account-my-profile', athlete)
  const before = await session(page.context(), stage.server.url)
  const phone = await fillInPhone(page)
  await later(page, 53.5)
  const warning = page.getByRole('alertdialog')
  await warning.getByRole('timer').waitFor()
  await warning.getByText(athlete.emailAddress).waitFor()
  expect(await findings(page)).toEqual([])

  await signInAgain(warning, 'Stay signed in', athlete)
  await page.getByText('another 58 minutes').waitFor()

  expect(new URL(page.url()).pathname).toBe('/en-gb/my-account-my-profile')
  await expect.poll(() => phone.inputValue()).toBe('+44 7700 900999')
  const after = await session(page.context(), stage.server.url)
  expect(after.uaid).toBe(before.uaid)
  expect(after.token).not.toBe(before.token)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
})

test('a session that was revoked while a form was filled in is begun again in place, and the form is sent once', async () => {
  const athlete = await stage.api.athlete()
  const page = await stage.open('/en-gb/my-account-my-profile', athlete)
  await fillInPhone(page)
  const before = await session(page.context(), stage.server.url)
  await revoke(before)
  const sent: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.headers()['idempotency-key'])
  })
  await page.getByRole('button', { name: 'Save' }).click()

  const dialog = page.getByRole('alertdialog', { name: 'You have been signed out' })
  await dialog.getByText(athlete.emailAddress).waitFor()
  expect(await findings(page)).toEqual([])
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
  await signInAgain(dialog, 'Sign in', athlete)

  await page.getByText('Saved.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/my-account-my-profile')
  // Once in vain and once with effect: one write, by its key.
  expect(sent).toHaveLength(2)
  expect(new Set(sent).size).toBe(1)
  const after = await session(page.context(), stage.server.url)
  expect(after.uaid).toBe(before.uaid)
  const profile = await stage.api.call<{ phoneNumber: string }>('GET', 'user/profile', undefined, after.token)
  expect(profile.data.phoneNumber.replaceAll(' ', '')).toBe('+447700900999')
})

test('somebody else who signs in while a page waits for the first neither sees nor sends what is on it', async () => {
  const [first, second] = [await stage.api.athlete(), await stage.api.athlete()]
  const visitor = await stage.signedIn(first)
  const { page } = visitor
  await page.goto('/en-gb/my-account-my-profile')
  await fillInPhone(page)
  await revoke(await session(visitor.context, stage.server.url))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog', { name: 'You have been signed out' }).waitFor()
  await signIn(visitor, stage.server.url, second)
  const other = await visitor.context.newPage()
  await other.goto('/en-gb/my-account-my-profile')
  await other.getByText(second.emailAddress).first().waitFor()
  await page.getByText('Somebody else signed in on this browser').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
  expect(await page.content()).not.toContain(first.emailAddress)
  const { token } = await session(visitor.context, stage.server.url)
  const profile = await stage.api.call<{ phoneNumber: string }>('GET', 'user/profile', undefined, token)
  expect(profile.data.phoneNumber).not.toContain('900999')
})

test('a page that waits lets somebody else sign in, and keeps nothing for them', async () => {
  const athlete = await stage.api.athlete()
  const page = await stage.open('/en-gb/my-account-my-profile', athlete)
  await page.getByText(athlete.emailAddress).first().waitFor()
  await revoke(await session(page.context(), stage.server.url))
  await returnTo(page)
  await page.getByRole('link', { name: 'Sign in as somebody else' }).click()
  await page.waitForURL('**/en-gb/login')
  await page.getByLabel('E-mail', { exact: true }).waitFor()
  await expect.poll(() => keptIn(page)).toEqual([])
  expect(await page.content()).not.toContain(athlete.emailAddress)
})

test('on a page for everybody a session that was revoked elsewhere leads home with a sentence', async () => {
  const page = await stage.open('/en-gb/frequently-asked-questions', await stage.api.athlete())
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
  await revoke(await session(page.context(), stage.server.url))
  await returnTo(page)
  await page.getByText('Your session has ended').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
  await expect.poll(() => keptIn(page)).toEqual([])
})

/** Types into a form of My Profile; returns the field. */
async function fillInPhone(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Edit: .*contact/i }).click()
  const phone = page.getByRole('textbox', { name: /^Phone/ })
  await phone.fill('+44 7700 900999')
  return phone
}

/** Signs in in a dialog, with a wrong password first. */
async function signInAgain(dialog: Locator, button: string, { password }: Athlete): Promise<void> {
  const field = dialog.getByLabel('Password', { exact: true })
  await field.fill('not-the-password-at-all')
  await dialog.getByRole('button', { name: button }).click()
  await dialog.getByText('That is not your password.').waitFor()
  await field.fill(password)
  await dialog.getByRole('button', { name: button }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Ends every session of its person from elsewhere. */
async function revoke({ token }: { token?: string }): Promise<void> {
  await stage.api.ask('DELETE', 'user/sessions', { all: true, password: PASSWORD }, token)
}

/** Comes back to the tab, which then checks its session. */
async function returnTo(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
