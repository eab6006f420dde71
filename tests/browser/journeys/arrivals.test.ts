// Arrivals: staff set up a check-in screen, an athlete checks in on it, staff see who has arrived, and the screen is
// revoked.
import { expect, test } from 'vitest'

import { Author } from '../harness/authoring.ts'
import type { Visitor } from '../harness/browser.ts'
import { bookToday, DESK, TABLET } from '../harness/desk.ts'
import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

const TODAY = '2026-11-24'
const stage = Stage.set({ clock: `${TODAY}T13:50:00Z` })

/** Staff set up a screen at the door, and read its secret address. */
async function setUpScreen(name: string): Promise<{ staff: Visitor; url: URL }> {
  const staff = await stage.signedIn('instore', TABLET)
  const { page } = staff
  await page.goto(DESK)
  await page.getByRole('button', { name: 'Arrivals' }).click()
  await page.getByRole('button', { name: 'Set up a screen' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Set it up' }).click()
  const link = page.getByText('/en-gb/arrivals#')
  await link.waitFor()
  return { staff, url: new URL((await link.textContent()) ?? '') }
}

test('an athlete checks in, and the desk knows', { timeout: 180_000 }, async () => {
  const athlete = await stage.api.athlete()
  const booked = await bookToday(stage.api, athlete, TODAY)
  const { staff, url } = await setUpScreen('Front door')
  await staff.page.getByRole('button', { name: 'Done' }).click()
  await staff.page.getByText('Never opened').waitFor()

  const door = await stage.visitor(TABLET)
  const { page } = door
  const says = (words: string) => page.getByRole('status').getByText(words).waitFor()
  await page.goto(`${url.pathname}${url.hash}`)
  await page.getByRole('heading', { name: 'Check in.' }).waitFor()
  await page.getByText('Front door').waitFor()
  const problems = await inspect(page, 'arrivals')

  const code = page.getByLabel('Your code')
  await code.fill('zzzzz0')
  await code.press('Enter')
  await says('That code isn’t ours.')
  await page.getByRole('button', { name: 'Next, please' }).click()
  await code.fill(booked.code.toLowerCase())
  await code.press('Enter')
  await says('You made it, Robin.')
  problems.push(...(await inspect(page, 'arrivals-welcome')))
  // The next athlete finds the initial screen, without anybody's code.
  await expect.poll(() => page.getByText('You made it, Robin.').count(), { timeout: 15_000 }).toBe(0)
  expect(await code.inputValue()).toBe('')
  // Nothing of the athlete or of the link is kept on the screen's device.
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain(booked.code)
  expect(kept).not.toContain(url.hash.slice(1))

  const row = staff.page.getByRole('listitem').filter({ hasText: booked.code })
  await expect.poll(() => row.textContent(), { timeout: 40_000 }).toContain('Here since 13:5')
  await row.getByRole('button', { name: 'Not here: Robin' }).click()
  await expect.poll(() => row.textContent()).toContain('Expected')
  problems.push(...(await inspect(staff.page, 'instore-arrivals')))

  await door.setOffline(true)
  await page.getByRole('heading', { name: 'Go straight to the desk.' }).waitFor()
  await door.setOffline(false)
  await page.getByRole('heading', { name: 'Check in.' }).waitFor()

  await staff.page.getByRole('button', { name: 'Remove Front door' }).click()
  await staff.page.getByRole('button', { name: 'Remove it' }).click()
  await staff.page.getByText('No screen at the door yet').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Not in use.' }).waitFor()
  expect(problems).toEqual([])
})

test(
  'maintenance traps neither the door, nor the hall, nor a page that is open',
  { timeout: 180_000 },
  async () => {
    const author = await Author.signIn(stage.api)
    const maintenance = (value: boolean) =>
      author.change('site-settings', { maintenance: { elementType: 'toggle', value } })
    const athlete = await stage.api.athlete()
    const booked = await bookToday(stage.api, athlete, TODAY)
    const { url } = await setUpScreen('Side door')

    const door = await stage.visitor(TABLET)
    await door.page.goto(`${url.pathname}${url.hash}`)
    await door.page.getByRole('heading', { name: 'Check in.' }).waitFor()
    const hall = await stage.visitor({ width: 1920, height: 1080 })
    await hall.page.goto('/en-gb/my-account-my-leaderboard?fullscreen=true')
    await hall.page.getByRole('list').first().waitFor()
    const visitor = await stage.visitor()

    await maintenance(true)
    // Both were reloaded in the middle of it, as after a power cut.
    await door.page.reload()
    await hall.page.reload()
    await door.page.getByLabel('Your code').or(door.page.getByRole('textbox')).first().fill(booked.code)
    await door.page.keyboard.press('Enter')
    await door.page.getByText('You made it, Robin.').waitFor()
    await hall.page.getByRole('list').first().waitFor()
    await visitor.page.goto('/en-gb/frequently-asked-questions')
    await visitor.page.getByRole('link', { name: 'Staff sign-in' }).waitFor()
    await maintenance(false)
    // By itself: nobody presses anything.
    await visitor.page.locator('#main').waitFor({ timeout: 40_000 })
    forget503(visitor)
    forget503(hall)
    forget503(door)
  },
)

/** Chromium logs each answer that is an error. */
function forget503(visitor: { complaints: string[] }): void {
  const others = visitor.complaints.filter((line) => !line.includes('503'))
  visitor.complaints.splice(0, visitor.complaints.length, ...others)
}
