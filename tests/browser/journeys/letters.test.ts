// What goes out of the site: a letter in the words of its editors, and the schedule as a calendar program reads it.
import { expect, test } from 'vitest'

import { bookToday } from '../harness/desk.ts'
import { edit, enter, field, preview, shown } from '../harness/editors.ts'
import { inspect } from '../harness/inspect.ts'
import { header, readable } from '../harness/server.ts'
import { Stage } from '../harness/stage.ts'

/** A Tuesday, which the demo's week is open on. */
const TODAY = '2026-11-24'
const stage = Stage.set({ clock: `${TODAY}T09:30:00Z` })

test('a letter is changed, previewed as a mail, and the next one goes out in its words', async () => {
  const visitor = await enter(stage)
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

  await page.getByRole('button', { name: 'Make ready' }).click()
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
  const visitor = await enter(stage)
  const { page } = visitor
  await page.goto('/en-gb/my-account-my-profile')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const secret = page.getByText(/^http\S+\.ics\S*$/)
  const link = await secret.innerText()
  expect(await inspect(visitor, 'calendar-link')).toEqual([])
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
