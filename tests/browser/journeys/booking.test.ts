// From the sign-up to the ticket, another time, and the end of it; each change with its letter.
import { expect, test } from 'vitest'

import { Api } from '../harness/api.ts'
import {
  choiceBar,
  choose,
  confirm,
  confirmMove,
  freeTimes,
  goOn,
  openBooking,
  openDays,
  ticketCode,
} from '../harness/booking.ts'
import { header, readable } from '../harness/server.ts'
import { logIn } from '../harness/session.ts'
import { signUp } from '../harness/sign-up.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const CODE = /^[0-9A-HJKMNP-TV-Z]{6}$/

test('sign up, book, see the ticket, move, cancel', { timeout: 180_000 }, async () => {
  const { page } = await stage.visitor()
  const newcomer = await signUp(page)

  await page.getByRole('link', { name: 'Book a test' }).first().click()
  await openDays(page).first().waitFor()
  const first = await choose(page, 0, 0)
  await goOn(page)
  await confirm(page)
  const code = await ticketCode(page)
  expect(code).toMatch(CODE)
  await expect.poll(() => page.getByRole('main').innerText()).toContain(first.time)
  const [booked] = await stage.server.letters(newcomer.emailAddress, 1)
  expectLetter(booked, { code, method: 'REQUEST', sequence: 0 })

  await page.goto('/en-gb/my-account-my-booking')
  await expect.poll(() => ticketCode(page)).toBe(code)
  await page.getByRole('link', { name: 'Change' }).click()
  await openDays(page).first().waitFor()
  const second = await choose(page, 1, 2)
  expect(second).not.toEqual(first)
  await goOn(page)
  await confirmMove(page)
  await page.getByText(second.time).first().waitFor()
  await expect.poll(() => ticketCode(page)).toBe(code)
  const [, moved] = await stage.server.letters(newcomer.emailAddress, 2)
  expectLetter(moved, { code, method: 'REQUEST', sequence: 1 })
  expect(uid(moved)).toBe(uid(booked))

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'My tests' }).waitFor()
  await page.getByRole('button', { name: 'Close menu' }).click()

  await page
    .getByRole('button', { name: /cancel/i })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /cancel/i })
    .first()
    .click()
  await page.getByRole('article', { name: /^Ticket / }).waitFor({ state: 'detached' })
  const [, , cancelled] = await stage.server.letters(newcomer.emailAddress, 3)
  expectLetter(cancelled, { code, method: 'CANCEL', sequence: 2 })
  expect(uid(cancelled)).toBe(uid(booked))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Book a test' }).waitFor()
})

test('choosing another day or type asks nothing of the network', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await openBooking(page)
  await page.waitForLoadState('networkidle')
  const before = visitor.requests.length
  for (const index of [1, 2, 0]) {
    await openDays(page).nth(index).click()
    await freeTimes(page).first().waitFor()
  }
  await page.getByRole('button', { name: 'Later month' }).click()
  await page.getByRole('button', { name: 'Earlier month' }).click()
  await page.waitForTimeout(300)
  expect(visitor.requests.slice(before)).toEqual([])
})

test('a visitor is asked to sign in and comes back to the chosen time', async () => {
  const { page } = await stage.visitor()
  const athlete = await stage.api.athlete()
  await openBooking(page)
  const choice = await choose(page, 1, 1)
  await goOn(page)
  await page.waitForURL('**/en-gb/login**')
  await logIn(page, athlete)
  await page.waitForURL('**/my-account-book-test**')
  await choiceBar(page).getByText(choice.time).waitFor()
  await expect.poll(() => choiceBar(page).getByRole('button').count()).toBe(1)
})

test('a place lost to somebody else is told kindly, with other times, and nothing typed is lost', async () => {
  const api = new Api(stage.server.url)
  const { page } = await stage.signedIn(await api.athlete())
  const day = (await api.days()).filter((found) => found.open)[2]
  const slot = day?.slots.find((found) => found.available)
  if (!day || !slot) throw new Error('the demo schedule offers nothing')
  await openBooking(page)
  const choice = await choose(page, 2, 0)
  expect(choice.time).toBe(slot.time)
  await goOn(page)
  await page.getByRole('textbox', { name: /^Emergency contact/ }).fill('Sam Keeper')
  await page.getByRole('textbox', { name: /^Their number/ }).fill('+44 7700 900456')
  for (let place = 0; place < slot.remaining; place++) {
    const answer = await api.book(await api.athlete(), day.date, slot.time)
    expect(answer.error).toBeNull()
  }
  await confirm(page)
  await choiceBar(page).getByRole('list', { name: 'Nearest free times' }).getByRole('button').first().click()
  await goOn(page)
  await expect
    .poll(() => page.getByRole('textbox', { name: /^Emergency contact/ }).inputValue())
    .toBe('Sam Keeper')
  await confirm(page)
  await expect.poll(() => ticketCode(page)).toMatch(CODE)
})

test('wrong details are told beside their fields and stay', async () => {
  const { page } = await stage.signedIn(await stage.api.athlete())
  await openBooking(page)
  await choose(page, 0, 1)
  await goOn(page)
  const number = page.getByRole('textbox', { name: /^Their number/ })
  await number.fill('999')
  await page.getByRole('button', { name: 'Check and confirm' }).click()
  await page.getByRole('alert').waitFor()
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => number.inputValue()).toBe('999')
})

function expectLetter(
  letter: string | undefined,
  wanted: { code: string; method: 'REQUEST' | 'CANCEL'; sequence: number },
): void {
  expect(letter).toBeDefined()
  const text = readable(letter ?? '')
  expect(header(letter ?? '', 'Subject')).not.toBe('')
  // A letter that calls a test off has no use for its code any more.
  if (wanted.method === 'REQUEST') expect(text).toContain(wanted.code)
  expect(text).toContain(`METHOD:${wanted.method}`)
  expect(text).toContain(`SEQUENCE:${wanted.sequence}`)
}

function uid(letter: string | undefined): string {
  return /^UID:(.+)$/m.exec(readable(letter ?? ''))?.[1]?.trim() ?? ''
}
