// What has to be settled before booking is shown first; the steps are in the address; the waiting list and the ticket
// survive a reload.
import { expect, test } from 'vitest'

import { newAddress } from '../harness/api.ts'
import {
  choiceBar,
  choose,
  confirm,
  freeTimes,
  goOn,
  openBooking,
  openDays,
  ticketCode,
} from '../harness/booking.ts'
import { SIZES } from '../harness/browser.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

test('Back, forward and a reload keep the time, the step and what may stay on the device', async () => {
  const { page } = await stage.signedIn(await stage.api.athlete())
  await openBooking(page)
  const { time } = await choose(page, 1, 1)
  await goOn(page)
  const contact = page.getByRole('textbox', { name: /^Emergency contact/ })
  await contact.fill('Jane (mum) & Dad')
  await page.getByRole('textbox', { name: /^Their number/ }).fill('07700 900123')
  await page.getByRole('textbox', { name: /^Medical notes/ }).fill('a broken wrist')
  await page.reload()
  await contact.waitFor()
  expect(await contact.inputValue()).toBe('Jane (mum) & Dad')
  expect(await page.getByRole('textbox', { name: /^Medical notes/ }).inputValue()).toBe('')
  await page.getByText('Type your medical notes again').waitFor()
  await page.goBack()
  await choiceBar(page).getByText(time).waitFor()
  await page.goForward()
  await contact.waitFor()
  await confirm(page)
  await ticketCode(page)
  await page.getByText(/^Be there at /).waitFor()

  // The ticket comes first whichever tab was open, on one sheet, black on white.
  await page.getByRole('tab', { name: /^(?!Ticket)/ }).click()
  await page.goto('/en-gb/my-account')
  await page.getByRole('link', { name: 'Show my ticket' }).click()
  await ticketCode(page)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  await page.emulateMedia({ media: 'screen' })
})

test('without a network, the notice about it covers no button of the page', async () => {
  const visitor = await stage.signedIn(await stage.api.athlete(), SIZES[0])
  const { page } = visitor
  await openBooking(page)
  await choose(page, 0, 0)
  await visitor.setOffline(true)
  await page.getByText(/^You are offline\./).waitFor()
  const next = choiceBar(page).getByRole('button').or(choiceBar(page).getByRole('link')).last()
  const isCovered = await next.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isCovered).toBe(false)
})

test('a screening that needs a check opens booking as a request for help, with a number to call', async () => {
  const athlete = await stage.api.athlete(newAddress('yes'), 'Robin', { yes: true })
  const { page } = await stage.signedIn(athlete)
  await openBooking(page)
  await page.getByText('Let’s talk before you test').waitFor()
  await choose(page, 0, 0)
  await goOn(page)
  await page.getByRole('textbox', { name: /^Your phone number/ }).fill('')
  await page.getByRole('button', { name: 'Check and confirm' }).click()
  await page.getByText('Give us a number to call you on.').first().waitFor()
  await page.getByRole('textbox', { name: /^Your phone number/ }).fill('07700 900456')
  await page.getByRole('button', { name: 'Check and confirm' }).click()
  await page.getByRole('button', { name: 'Ask for my place' }).click()
  await page.getByRole('article', { name: 'Your request' }).getByText('We are on it').waitFor()
  expect(await page.getByTestId('booking-code').count()).toBe(0)
})

test('somebody under eighteen is told to wait for their guardian before anything is chosen', async () => {
  const athlete = await stage.api.athlete(newAddress('young'), 'Robin', { young: true })
  const page = await stage.open('/en-gb/my-account', athlete)
  await page.getByText('Waiting for your parent or guardian').waitFor()
  await openBooking(page)
  await page.getByText('Waiting for your parent or guardian').waitFor()
  await openDays(page).first().click()
  await freeTimes(page).first().click()
  expect(await choiceBar(page).getByRole('button').count()).toBe(0)
})

test('the lines one stands in are there after a reload, on every page that speaks of booking, and can be left', async () => {
  const day = (await stage.api.days()).find(
    (found) => found.open && found.slots.some((slot) => slot.available),
  )
  const slot = day?.slots.findLast((found) => found.available)
  if (!day || !slot) throw new Error('the demo schedule offers nothing')
  for (let place = 0; place < slot.remaining; place++)
    await stage.api.book(await stage.api.athlete(), day.date, slot.time)
  const page = await stage.open(
    `/en-gb/my-account-book-test?date=${day.date}T${slot.time}`,
    await stage.api.athlete(),
  )
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  const line = page.getByText(/^Number \d+ in line$/)
  await line.waitFor()
  await page.reload()
  await line.waitFor()
  expect(await page.getByRole('radio', { name: /You are number \d+ in line/ }).count()).toBe(1)
  for (const path of ['my-account', 'my-account-my-booking']) {
    await page.goto(`/en-gb/${path}`)
    await line.waitFor()
  }
  await page.getByRole('button', { name: /^Leave/ }).click()
  await line.waitFor({ state: 'detached' })
})
