// Every screen at three sizes: a picture, axe, the console, and nothing wider than 320 px.
import { expect, test } from 'vitest'

import { freeTimes, openBooking, openDays } from '../harness/booking.ts'
import { inspect } from '../harness/inspect.ts'
import { signUp } from '../harness/sign-up.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

const PUBLIC = [
  ['home', ''],
  ['login', 'login'],
  ['faqs', 'frequently-asked-questions'],
  ['about', 'my-account-about-the-tests'],
  ['terms', 'terms-and-conditions'],
  ['not-found', 'no-such-page'],
] as const

test.each(PUBLIC)('%s', async (name, path) => {
  const page = await stage.open(`/en-gb/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await inspect(page, name)).toEqual([])
})

test('the sign-up flow', { timeout: 240_000 }, async () => {
  const visitor = await stage.visitor()
  const problems: string[] = []
  await signUp(visitor.page, async (name) => {
    problems.push(...(await inspect(visitor.page, name)))
  })
  expect(problems).toEqual([])
})

test('the booking page of a visitor', { timeout: 120_000 }, async () => {
  const visitor = await stage.visitor()
  await openBooking(visitor.page)
  await openDays(visitor.page).first().click()
  await freeTimes(visitor.page).first().click()
  expect(await inspect(visitor.page, 'book-test')).toEqual([])
})

test('the pages of an athlete', { timeout: 240_000 }, async () => {
  const athlete = await stage.api.athlete()
  const { page } = await stage.signedIn(athlete)
  const problems: string[] = []
  const look = async (name: string, path: string) => {
    await page.goto(`/en-gb/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    problems.push(...(await inspect(page, name)))
  }
  await look('my-account-new', 'my-account')
  await look('my-tests-empty', 'my-account-my-booking')
  await look('my-progress-empty', 'my-account-my-progress')
  await look('my-crews-empty', 'my-account-crews')
  await stage.api.bookFirst(athlete)
  await look('my-account-booked', 'my-account')
  await look('my-tests-ticket', 'my-account-my-booking')
  await look('my-profile', 'my-account-my-profile')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  expect(problems).toEqual([])
})
