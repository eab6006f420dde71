// Finding a time: the earliest one, and being told once when another opens.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { choiceBar, openBooking } from '../harness/booking.ts'
import { inspect } from '../harness/inspect.ts'
import { openJanuaryAt } from '../harness/opening.ts'
import { readable } from '../harness/server.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const MINUTE_MS = 60_000

const section = (page: Page) => page.getByRole('region', { name: /^None of these suits you|^Nothing on/ })
const list = (page: Page) => section(page).getByRole('list', { name: 'Your alerts' })
const focused = (page: Page) => page.locator(':focus')

test('the earliest time is a press away, without a request', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await openBooking(page)
  await page.getByRole('button', { name: 'Later month' }).click()
  await page.waitForLoadState('networkidle')
  const before = visitor.requests.length
  const earliest = page.getByRole('button', { name: /^Earliest free: / })
  const [, day, time] = /: (.+), (\d\d:\d\d)$/.exec(await earliest.innerText()) ?? []
  const first = (await stage.api.days()).find(({ slots }) => slots.some(({ available }) => available))
  expect(time).toBe(first?.slots.find(({ available }) => available)?.time)
  await earliest.press('Enter')
  await page.getByRole('heading', { name: day ?? '', exact: true }).waitFor()
  await expect.poll(() => focused(page).getAttribute('data-time')).toBe(time)
  await choiceBar(page)
    .getByText(time ?? '')
    .waitFor()
  await page.waitForTimeout(300)
  expect(visitor.requests.slice(before).filter((request) => request.includes('/api/'))).toEqual([])
  await section(page).getByRole('link', { name: 'Sign in to set an alert' }).waitFor()
})

test('an athlete is told once when a time opens', { timeout: 240_000 }, async () => {
  await openJanuaryAt(stage.api, null)
  const athlete = await stage.api.athlete()
  const { page } = await stage.signedIn(athlete)
  await openBooking(page)
  const opener = section(page).getByRole('button', { name: 'Tell me when a time opens' })
  await opener.scrollIntoViewIfNeeded()
  await opener.press('Enter')

  // By the keyboard: every day but Monday to Friday, in the afternoon.
  const pressed = () => section(page).getByRole('button', { pressed: true }).allInnerTexts()
  await expect.poll(() => focused(page).innerText()).toContain('Monday')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
    const toggle = section(page).getByRole('button', { name: day, exact: true })
    const isOn = (await toggle.getAttribute('aria-pressed')) === 'true'
    if (isOn) await toggle.press('Space')
  }
  expect(await pressed()).toEqual([])
  await section(page).getByRole('button', { name: 'Set the alert' }).click()
  await section(page).getByRole('alert').getByText('Choose at least one day.').waitFor()
  expect(await inspect(page, 'alert-errors')).toEqual([])
  for (const day of ['Saturday', 'Sunday'])
    await section(page).getByRole('button', { name: day, exact: true }).press('Space')
  await section(page).getByRole('radio', { name: 'Afternoon' }).check()
  await section(page).getByLabel('Until').fill('2027-01-31')
  await section(page)
    .getByText(/^There’s one already: S/)
    .waitFor()
  expect(await inspect(page, 'alert-form')).toEqual([])
  await section(page).getByRole('button', { name: 'Tell me about later ones' }).click()
  const text = 'Saturday or Sunday, in the afternoon, until 31 Jan 2027'
  await list(page).getByText(text, { exact: true }).waitFor()
  await expect.poll(() => focused(page).innerText()).toBe('Tell me when a time opens')
  await list(page).getByText('We are watching').waitFor()
  expect(await inspect(page, 'alert-set')).toEqual([])

  // Staff open January.
  const now = stage.server.now().getTime()
  await openJanuaryAt(stage.api, Math.floor(now / MINUTE_MS) * MINUTE_MS - MINUTE_MS)
  const letters = () => stage.server.letters(athlete.emailAddress, 1, 'time-opened').catch(() => [])
  await expect.poll(letters, { timeout: 90_000 }).toHaveLength(1)
  const [letter = ''] = await letters()
  const link = /\/en-gb\/my-account-book-test\?date=(2027-01-\d\d)T(\d\d:\d\d)/.exec(readable(letter))
  expect(['12', '13', '14', '15', '16']).toContain(link?.[2]?.slice(0, 2))

  await page.goto(link?.[0] ?? '')
  await choiceBar(page)
    .getByText(link?.[2] ?? '-')
    .waitFor()
  await section(page).scrollIntoViewIfNeeded()
  await list(page)
    .getByText(/^Sent on \d+ Nov 2026: S\w+ \d+ Jan 2027, \d\d:\d\d$/)
    .waitFor()
  expect(await inspect(page, 'alert-sent')).toEqual([])
  await list(page)
    .getByRole('button', { name: `Remove the alert: ${text}` })
    .click()
  await list(page).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page).innerText()).toBe('Tell me when a time opens')
  expect(await letters()).toHaveLength(1)
})
