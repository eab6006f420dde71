// Sessions: signing in and out, the 58 minutes, what a visitor sees.
import { expect, test } from 'vitest'

import { Stage } from '../harness/stage.ts'
import { signIn } from '../harness/session.ts'

const stage = Stage.set()
const MINUTE = 60_000

test('Login and Sign up stand on the homepage and not in the sign-up flow', async () => {
  const { page } = await stage.visitor()
  const main = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/en-gb/')
  await main.getByRole('link', { name: 'Login' }).waitFor()
  expect(await main.getByRole('link', { name: 'Sign up' }).count()).toBe(1)
  await page.goto('/en-gb/register')
  await page.getByRole('textbox', { name: 'Day' }).waitFor()
  expect(await main.getByRole('link', { name: 'Login' }).count()).toBe(0)
  expect(await main.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
})

test('a wrong password is told above the form and the address stays', async () => {
  const { page } = await stage.visitor()
  const athlete = await stage.api.athlete()
  await page.goto('/en-gb/login')
  await page.getByLabel('E-mail', { exact: true }).fill(athlete.emailAddress)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password-at-all')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(athlete.emailAddress)
  await page.getByLabel('Password', { exact: true }).fill(athlete.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
})

test('the menu offers a booking, and Log Out ends the session on the server', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await signIn(visitor, stage.server.url, await stage.api.athlete())
  await page.goto('/en-gb/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Book a test' }).waitFor()
  expect(await menu.getByRole('link', { name: 'My tests' }).count()).toBe(0)
  await menu.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('link', { name: 'Login' }).waitFor()
  const session = await visitor.context.request.get(`${stage.server.url}/api/auth/session`)
  expect(await session.json()).toEqual({})
})

test('the page warns five minutes before the end and signs out at 58 minutes', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await signIn(visitor, stage.server.url, await stage.api.athlete())
  await page.goto('/en-gb/frequently-asked-questions')
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
  await page.clock.fastForward(52 * MINUTE)
  await page.waitForTimeout(300)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.clock.fastForward(1.5 * MINUTE)
  await page.getByRole('alertdialog').waitFor()
  await page.clock.fastForward(5 * MINUTE)
  await page.getByRole('link', { name: 'Login' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
})

test('pages that need a session send to the sign-in page and back', async () => {
  const athlete = await stage.api.athlete()
  for (const path of ['my-account', 'my-account-my-booking', 'my-account-my-profile']) {
    const { page } = await stage.visitor()
    await page.goto(`/en-gb/${path}`)
    await page.waitForURL('**/en-gb/login**')
    await page.getByLabel('E-mail', { exact: true }).fill(athlete.emailAddress)
    await page.getByLabel('Password', { exact: true }).fill(athlete.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(`**/en-gb/${path}`)
  }
  expect(athlete.uaid).toMatch(/^\d+$/)
})
