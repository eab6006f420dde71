// Somebody of sixteen waits for a guardian: the letter is sent again and to another address, the guardian agrees, and the athlete
// hears of it.
import { expect, test } from 'vitest'

import { newAddress } from '../harness/api.ts'
import { openBooking } from '../harness/booking.ts'
import { linkOf } from '../harness/letters.ts'
import { readable } from '../harness/server.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

test('the letter goes to another guardian, who agrees, and booking opens', async () => {
  const athlete = await stage.api.athlete(newAddress('young'), 'Robin', { young: true })
  const own = await stage.api.call<{ guardianEmail: string }>('GET', 'user/profile', undefined, athlete.token)
  const first = own.data.guardianEmail
  const page = await stage.open('/en-gb/my-account', athlete)
  await page.getByText(`Sent just now to ${first}.`).waitFor()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByText('We have just sent it there. You can send it again in 10 minutes.').waitFor()

  await openBooking(page)
  await page.getByRole('button', { name: 'Use another address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your parent or guardian' })
  const box = dialog.getByRole('textbox', { name: 'Parent or guardian’s e-mail' })
  await box.fill(athlete.emailAddress)
  await dialog.getByRole('button', { name: 'Send the e-mail' }).click()
  await dialog.getByText('Give your parent or guardian’s e-mail address, not your own.').first().waitFor()
  const second = newAddress('guardian')
  await box.fill(second)
  await dialog.getByRole('button', { name: 'Send the e-mail' }).click()
  await page.getByText(`Sent just now to ${second}.`).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)

  await page.goto('/en-gb/my-account-my-profile#health')
  const card = page.getByRole('heading', { name: 'Parent or guardian' }).locator('xpath=../..')
  await card.getByText(second, { exact: true }).waitFor()
  await card.getByText('Not yet').waitFor()

  const { page: elsewhere } = await stage.visitor()
  const [former] = await stage.server.letters(first, 1, 'guardian-request')
  await elsewhere.goto(linkOf(former ?? ''))
  await elsewhere.getByText('This link no longer works.').waitFor()
  const [letter] = await stage.server.letters(second, 1, 'guardian-request')
  await elsewhere.goto('about:blank')
  await elsewhere.goto(linkOf(letter ?? ''))
  await elsewhere.getByRole('button', { name: 'I agree' }).click()
  await elsewhere.getByRole('heading', { name: 'Thank you.' }).waitFor()

  const [told] = await stage.server.letters(athlete.emailAddress, 1, 'guardian-agreed')
  const link = /https?:\/\/\S+\/en-gb\/my-account-book-test/.exec(readable(told ?? ''))?.[0]
  await page.goto(link ?? '')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await openBooking(page)
  await expect.poll(() => page.getByText('Waiting for your parent or guardian').count()).toBe(0)
  await page.goto('/en-gb/my-account-my-profile#health')
  await card.getByText(second, { exact: true }).waitFor()
  await expect.poll(() => card.getByRole('button').count()).toBe(0)
})
