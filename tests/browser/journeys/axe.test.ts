// Accessibility of every route, narrow and wide, with errors shown and dialogs open.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { findings, findingsEverywhere } from '../harness/axe.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(`/en-gb/${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

async function lookAtAll(page: Page, routes: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for (const path of routes) {
    await settled(page, path)
    problems.push(...(await findingsEverywhere(page, `/${path}`)))
  }
  return problems
}

test('the routes of visitors', { timeout: 600_000 }, async () => {
  const { page } = await stage.visitor()
  const routes = [
    '',
    'login',
    'register',
    'forgot-password',
    'reset-password',
    'guardian-confirmation',
    'confirm-email',
    'undo-email-change',
    'sign-in-link',
    'coach-booking',
    'crew',
    'frequently-asked-questions',
    'my-account-about-the-tests',
    'my-account-my-leaderboard',
    'my-account-book-test',
    'terms-and-conditions',
    'no-such-page',
  ]
  expect(await lookAtAll(page, routes)).toEqual([])
})

test('what visitors are told when something is wrong', { timeout: 600_000 }, async () => {
  const { page } = await stage.visitor()
  const problems: string[] = []
  const wrong = async (path: string, button: string | RegExp) => {
    await settled(page, path)
    await page.getByRole('main').getByRole('button', { name: button }).last().click()
    await page.getByRole('main').locator('[aria-invalid="true"], [role="alert"]').first().waitFor()
    problems.push(...(await findingsEverywhere(page, `/${path} with errors`)))
  }
  await wrong('login', /sign in|log in|login/i)
  await wrong('forgot-password', /send|e-mail/i)
  await wrong('register', /continue|next|go on/i)
  expect(problems).toEqual([])
})

const ATHLETE = [
  'my-account',
  'my-account-my-booking',
  'my-account-book-test',
  'my-account-my-leaderboard',
  'my-account-media-center',
  'my-account-my-profile',
  'my-account-my-progress',
  'my-account-what-it-takes',
  'my-account-crews',
]

test('the routes of an athlete with a score', { timeout: 600_000 }, async () => {
  const visitor = await stage.signedIn('retest')
  expect(await lookAtAll(visitor.page, ATHLETE)).toEqual([])
})

test('the routes of an athlete with a booking, and the dialogs', { timeout: 600_000 }, async () => {
  const { page } = await stage.signedIn('booked')
  const problems = await lookAtAll(page, ['my-account', 'my-account-my-booking'])
  await page
    .getByRole('button', { name: /^cancel/i })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  problems.push(...(await findingsEverywhere(page, 'the cancel dialog')))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  // A new width closes the menu (RULES 13.3), so it is checked at the present one.
  problems.push(...(await findings(page)))
  expect(problems).toEqual([])
})

test.each([
  ['instore', 'staff-account-instore-admin'],
  ['coach', 'staff-account-coach-admin'],
  ['delivery', 'staff-account-pd-admin'],
  ['delivery', 'staff-account-reveal'],
])('the area of %s', { timeout: 600_000 }, async (who, path) => {
  const visitor = await stage.signedIn(who)
  expect(await lookAtAll(visitor.page, [path])).toEqual([])
})
