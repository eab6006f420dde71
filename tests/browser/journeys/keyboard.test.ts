// Every flow by keyboard alone.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { newAddress, PASSWORD } from '../harness/api.ts'
import { choiceBar, freeTimes, openBooking, openDays, ticketCode } from '../harness/booking.ts'
import { Keyboard } from '../harness/keyboard.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

test('sign up', { timeout: 180_000 }, async () => {
  const { page } = await stage.visitor()
  const keys = new Keyboard(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const box = (name: RegExp) => page.getByRole('textbox', { name })
  await page.goto('/en-gb/register')
  await keys.type(box(/^Day/), '12')
  await keys.type(box(/^Month/), '4')
  await keys.type(box(/^Year/), '1996')
  await keys.press(button('Next'), 'Enter')

  await page.getByRole('checkbox').first().waitFor()
  await keys.press(page.getByRole('checkbox').nth(0), 'Space')
  await keys.press(page.getByRole('checkbox').nth(1), 'Space')
  await keys.press(button('Next'), 'Enter')

  const noes = page.getByRole('radio', { name: 'No', exact: true })
  await noes.first().waitFor()
  for (let question = 0; question < 7; question++) await keys.press(noes.nth(question), 'Space')
  await keys.press(button('Next'), 'Enter')

  await page.waitForURL('**/user-registration**')
  await keys.type(box(/^First name/), 'Kay')
  await keys.type(box(/^Last name/), 'Board')
  await keys.press(page.getByRole('radio').first(), 'Space')
  await keys.press(button('Next'), 'Enter')
  await keys.type(box(/^E-mail/), newAddress('keyboard'))
  await keys.type(page.getByLabel('Password', { exact: true }), PASSWORD)
  await keys.press(button('Create account'), 'Enter')

  await page.waitForURL('**/account-information**')
  await keys.press(page.getByRole('radio').first(), 'Space')
  await keys.press(button('Next'), 'Enter')
  await keys.type(box(/^Phone/), '+447700900123')
  await keys.type(box(/^Postcode/), 'SW11 8AB')
  await keys.press(button('Next'), 'Enter')
  await box(/^Emergency contact/).waitFor()
  await keys.press(button('Next'), 'Enter')
  await keys.press(button('Finish'), 'Enter')
  await page.waitForURL('**/signup-completion**')
  await keys.reach(page.getByRole('link', { name: 'Book a test' }))
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
})

test('sign in, open the menu, sign out', async () => {
  const { page } = await stage.visitor()
  const keys = new Keyboard(page)
  const athlete = await stage.api.athlete()
  await page.goto('/en-gb/')
  await keys.press(page.getByRole('link', { name: 'Login' }), 'Enter')
  await page.waitForURL('**/login')
  await keys.type(page.getByRole('textbox', { name: /^E-mail/ }), athlete.emailAddress)
  await keys.type(page.getByLabel('Password', { exact: true }), athlete.password)
  await keys.press(page.getByRole('button', { name: 'Sign in' }), 'Enter')
  await keys.press(page.getByRole('button', { name: 'Open menu' }), 'Enter')
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
  await keys.press(page.getByRole('button', { name: 'Open menu' }), 'Space')
  await keys.press(page.getByRole('button', { name: 'Log Out' }), 'Enter')
  await page.getByRole('link', { name: 'Login' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
})

test('book, move and cancel', { timeout: 180_000 }, async () => {
  const { page } = await stage.signedIn(await stage.api.athlete())
  const keys = new Keyboard(page)

  await openBooking(page)
  await pick(keys, page, 1)
  await finish(keys, page)
  const code = await ticketCode(page)

  await page.goto('/en-gb/my-account-my-booking')
  await ticketCode(page)
  await keys.press(page.getByRole('link', { name: 'Change' }), 'Enter')
  await openDays(page).first().waitFor()
  await pick(keys, page, 3)
  await keys.press(choiceBar(page).getByRole('button').last(), 'Enter')
  await keys.press(page.getByRole('button', { name: 'Move my booking' }), 'Enter')
  await page.waitForURL('**/my-account-my-booking**')
  await expect.poll(() => ticketCode(page)).toBe(code)

  await keys.press(page.getByRole('button', { name: 'Cancel booking' }), 'Enter')
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await keys.press(question.getByRole('button', { name: /cancel/i }), 'Enter')
  await page.getByRole('article', { name: /^Ticket / }).waitFor({ state: 'detached' })
})

/** From the calendar to the next open day by arrows, then a number of days further. */
async function pick(keys: Keyboard, page: Page, times: number): Promise<void> {
  await keys.reach(page.getByRole('grid').locator('button[tabindex="0"]'))
  for (let step = 0; step < 31; step++) {
    await page.keyboard.press('ArrowRight')
    const name = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    if (/places? left$/.test(name)) break
  }
  await page.keyboard.press('Enter')
  await freeTimes(page).first().waitFor()
  await keys.reach(page.getByRole('radiogroup').locator('[role="radio"][tabindex="0"]'))
  for (let step = 0; step < times; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
}

async function finish(keys: Keyboard, page: Page): Promise<void> {
  await keys.press(choiceBar(page).getByRole('button').last(), 'Enter')
  await keys.press(page.getByRole('button', { name: 'Check and confirm' }), 'Enter')
  await keys.press(page.getByRole('button', { name: 'Book it' }), 'Enter')
}
