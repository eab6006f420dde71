// What goes out of the site: letters as mail programs draw them, the address that they go to, a letter in the words of its editors,
// and the schedule as a calendar program reads it.
import { expect, test } from 'vitest'

import { bookToday } from '../harness/desk.ts'
import { edit, field, preview, shown } from '../harness/editors.ts'
import { newAddress } from '../harness/api.ts'
import { inspect } from '../harness/inspect.ts'
import { drawn, linkOf, lookAt } from '../harness/letters.ts'
import { header, readable } from '../harness/server.ts'
import { Stage } from '../harness/stage.ts'

/** A Tuesday, which the demo's week is open on. */
const TODAY = '2026-11-24'
const stage = Stage.set({ clock: `${TODAY}T09:30:00Z` })

test('a letter is changed, previewed as a mail, and the next one goes out in its words', async () => {
  const visitor = await stage.signedIn('delivery')
  const page = await edit(visitor, 'letter-booking-confirmed')
  await field(page, 'subject').fill('See you {when}')
  await field(page, 'heading').fill('Lace up, {firstName}.')
  const drawn = preview(page)
  await drawn.getByText(/^SubjectSee you [^{]+$/).waitFor()
  const mail = drawn.frameLocator('iframe[title="The mail"]')
  await mail.getByRole('heading', { name: /^Lace up, \w+\.$/ }).waitFor()

  // Until it is ready nobody gets it.
  const [before, after] = [await stage.api.athlete(), await stage.api.athlete()]
  await bookToday(stage.api, before, TODAY, '15:00')
  const [old = ''] = await stage.server.letters(before.emailAddress, 1)
  expect(readable(old)).not.toContain('Lace up')

  await page.getByRole('button', { name: 'Publish' }).click()
  await shown(page).waitFor()
  await bookToday(stage.api, after, TODAY, '15:15')
  const [fresh = ''] = await stage.server.letters(after.emailAddress, 1)
  expect(header(fresh, 'Subject')).toMatch(/^See you .*15:15/)
  expect(readable(fresh)).toMatch(/Lace up, \w+\./)

  // The scripts that a test brings into each frame are kept out of the mail's, and Chromium says so; the mail has none.
  expect(await drawn.locator('iframe').getAttribute('srcdoc')).not.toContain('<script')
  const others = visitor.complaints.filter((text) => !text.startsWith('Blocked script execution'))
  visitor.complaints.splice(0, visitor.complaints.length, ...others)
})

test('a link to the schedule is made, read by anybody who has it, and taken back', async () => {
  const page = await stage.open('/en-gb/my-account-my-profile', 'delivery')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const secret = page.getByText(/^http\S+\.ics\S*$/)
  const link = await secret.innerText()
  expect(await inspect(page, 'calendar-link')).toEqual([])
  const calendar = await fetch(link)
  expect(calendar.headers.get('content-type')).toContain('text/calendar')
  expect(await calendar.text()).toContain('BEGIN:VCALENDAR')

  // It is shown this once.
  await page.reload()
  await page.getByText('You have had a link since', { exact: false }).waitFor()
  expect(await secret.count()).toBe(0)

  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('button', { name: 'Make a link' }).waitFor()
  expect((await fetch(link)).status).toBe(404)
})

test('letters are drawn on a phone and a desk, by day and by night', { timeout: 180_000 }, async () => {
  const visitor = await stage.visitor()
  const athlete = await stage.api.athlete()
  await bookToday(stage.api, athlete, TODAY, '15:30')
  const [welcome = ''] = await stage.server.letters(athlete.emailAddress, 1, 'email-confirmation')
  const [ticket = ''] = await stage.server.letters(athlete.emailAddress, 1, 'booking-confirmed')
  expect(await lookAt(visitor, welcome, 'email-confirmation')).toEqual([])
  expect(await lookAt(visitor, ticket, 'booking-confirmed')).toEqual([])
  // The mark and the code for the desk come with the mail.
  expect(drawn(ticket).match(/data:image\/png/g)).toHaveLength(2)
  const text = readable(ticket)
  for (const part of ['Arrive by: 15:20', 'Find us on the map: https://', 'indoor shoes'])
    expect(text).toContain(part)
})

test('an address is confirmed, changed and won back', { timeout: 240_000 }, async () => {
  const athlete = await stage.api.athlete()
  const page = await stage.open('/en-gb/my-account', athlete)
  const notice = page.getByRole('complementary', { name: 'Your e-mail address' })
  await notice.getByText(athlete.emailAddress).waitFor()
  expect(await inspect(page, 'email-notice')).toEqual([])
  await notice.getByRole('button', { name: 'Enter the code' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code from the e-mail').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('not the code we sent').first().waitFor()
  expect(await inspect(page, 'email-code')).toEqual([])
  const [first = ''] = await stage.server.letters(athlete.emailAddress, 1, 'email-confirmation')
  await dialog.getByLabel('Code from the e-mail').fill(/\d{6}/.exec(header(first, 'Subject'))?.[0] ?? '')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await notice.waitFor({ state: 'detached' })

  // Another one, with a slip in its domain that one press puts right.
  await page.goto('/en-gb/my-account-my-profile')
  await page.getByRole('button', { name: 'Change address' }).click()
  const wanted = newAddress('zoe').replace(/@.*/, '@gmail.com')
  await dialog.getByLabel('New e-mail').fill(wanted.replace('gmail', 'gmial'))
  await dialog.getByRole('button', { name: wanted }).waitFor()
  expect(await inspect(page, 'email-change')).toEqual([])
  await dialog.getByRole('button', { name: wanted }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(athlete.password)
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await dialog.getByLabel('Code from the e-mail').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Changes to').waitFor()
  expect(await inspect(page, 'email-pending')).toEqual([])

  // By the link, as on a phone that is signed in nowhere.
  const [change = ''] = await stage.server.letters(wanted, 1, 'email-change')
  const phone = await stage.visitor()
  await phone.page.goto(linkOf(change))
  expect(await inspect(phone.page, 'confirm-email')).toEqual([])
  await phone.page.getByRole('button', { name: 'Confirm my address' }).click()
  await phone.page.getByRole('heading', { name: 'That’s you confirmed.' }).waitFor()
  expect(phone.page.url()).not.toContain('token')

  const [told = ''] = await stage.server.letters(athlete.emailAddress, 1, 'email-changed')
  expect(await lookAt(phone, told, 'email-changed')).toEqual([])
  await phone.page.goto(linkOf(told))
  expect(await inspect(phone.page, 'undo-email-change')).toEqual([])
  await phone.page.getByRole('button', { name: 'Take my address back' }).click()
  await phone.page.getByRole('heading', { name: 'It’s yours again.' }).waitFor()
  await stage.server.letters(athlete.emailAddress, 1, 'password-link')
})
