// The booking page and the ticket, by their visible content.
import type { Locator, Page } from 'playwright-core'

export interface Choice {
  /** As the calendar says it: `Tuesday 24 November`. */
  day: string
  time: string
}

/** Opens the booking page and waits until the rules have drawn the calendar. */
export async function openBooking(page: Page): Promise<void> {
  await page.goto('/en-gb/my-account-book-test')
  await openDays(page).first().waitFor()
}

/** The days with places left. */
export function openDays(page: Page): Locator {
  return page.getByRole('grid').getByRole('button', { name: /places? left$/ })
}

/** The times of the chosen day that can be booked. */
export function freeTimes(page: Page): Locator {
  return page.getByRole('radio', { name: /^\d\d:\d\d\s.*places? left$/ })
}

/** Chooses the nth open day and its nth free time. */
export async function choose(page: Page, dayIndex: number, timeIndex: number): Promise<Choice> {
  const day = openDays(page).nth(dayIndex)
  const name = (await day.getAttribute('aria-label')) ?? ''
  await day.click()
  const time = freeTimes(page).nth(timeIndex)
  const text = (await time.innerText()).trim()
  await time.click()
  return { day: name.split(',')[0] ?? '', time: text.slice(0, 5) }
}

/** The ticket's code. */
export async function ticketCode(page: Page): Promise<string> {
  const ticket = page.getByRole('article', { name: /^Ticket / })
  await ticket.first().waitFor()
  return ((await ticket.first().getAttribute('aria-label')) ?? '').replace('Ticket ', '')
}

/** The bar that says what is chosen, and its button. */
export function choiceBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Your choice' })
}

/** From a chosen time to the details. */
export async function goOn(page: Page): Promise<void> {
  await choiceBar(page).getByRole('button').or(choiceBar(page).getByRole('link')).last().click()
}

/** From the details through the last look to the ticket. */
export async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check and confirm' }).click()
  await page.getByRole('button', { name: 'Book it' }).click()
}

/** The last look of a move: the details stay as they are. */
export async function confirmMove(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Move my booking' }).click()
}
