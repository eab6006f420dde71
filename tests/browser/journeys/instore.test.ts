// A test day at the desk: an athlete is onboarded by code and tested while the network comes and goes and the tab is
// reloaded; nothing is lost or doubled.
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { findings } from '../harness/axe.ts'
import {
  atTheDesk,
  bookToday,
  connection,
  DESK,
  inspectDesk,
  onboard,
  openTest,
  record,
  recordSix,
  tile,
  typeDigits,
} from '../harness/desk.ts'
import { Keyboard } from '../harness/keyboard.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

/** A Tuesday morning with places all day. */
const stage = Stage.set({ clock: '2026-11-24T09:30:00Z' })

const TODAY = '2026-11-24'
const LONG = { timeout: 20_000 }

const statusOf = async (athlete: Athlete, bookingId: string) =>
  (await stage.api.entry(athlete, bookingId))?.eventTestStatus

test(
  'six tests with the network cut in the middle and the tab reloaded: everything arrives once',
  { timeout: 240_000 },
  async () => {
    const staff = await tokenOf(stage.api, 'instore@sixfold.example')
    const athlete = await stage.api.athlete()
    const booked = await bookToday(stage.api, athlete, TODAY)
    const visitor = await atTheDesk(stage)
    const { page } = visitor

    // The code as people type it: lower case, O for 0 and I or L for 1.
    const code = booked.code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    await onboard(page, '12345')
    await page.getByRole('alert').getByText('A code has six letters and digits').waitFor()
    await onboard(page, code)
    await page.getByRole('heading', { name: 'Is this Robin?' }).waitFor()
    await page.getByText('Sam Rival').waitFor()
    expect(await inspectDesk(page, 'sheet')).toEqual([])
    await page.getByRole('button', { name: 'Yes, start the tests' }).click()

    await record(page, 'Cognitive', ['65'])
    await record(page, 'Strength', ['30', '32.5', '31.25'])
    await openTest(page, 'Power')
    await typeDigits(page, '450')
    await page.getByRole('button', { name: 'Add attempt' }).click()
    await page.getByRole('alert').getByText('That is not plausible: 5 to 120 cm.').waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Close at 50.00' }).waitFor()
    expect(await inspectDesk(page, 'pad')).toEqual([])
    await page.getByRole('button', { name: 'Close at 50.00' }).click()
    await connection(page).getByText('All sent').waitFor()

    await visitor.setOffline(true)
    await connection(page).getByText('Offline', { exact: true }).waitFor()
    await record(page, 'Speed', ['3.45'])
    await openTest(page, 'Agility')
    await typeDigits(page, '3.2')
    await page.getByRole('button', { name: 'Add attempt' }).click()
    await page.getByRole('alertdialog').getByText('Sure? 3.20 s').waitFor()
    await page.getByRole('button', { name: 'Type it again' }).click()
    // The number is gone: nothing has to be taken back first.
    await typeDigits(page, '5.3')
    await page.keyboard.press('Enter')
    await connection(page).getByText('1 unsent').waitFor()
    await connection(page).getByText('Saved on this tablet').waitFor()

    // Meanwhile somebody closes the sprint on another tablet.
    const results = { TestType: 'Speed', Attempts: [{ score: 3.3 }] }
    const uaid = booked.uaid
    const body = { uaid, eventBookingId: booked.eventBookingId, results }
    expect((await stage.api.call('POST', 'event/admin/test', body, staff)).status).toBe(200)

    // The tab is reloaded without a network: the desk is unchanged, including the attempt that has not been sent.
    await page.reload()
    await tile(page, 'Speed').getByText('Closed').waitFor()
    expect(new URL(page.url()).pathname).toBe(DESK)
    await connection(page).getByText('1 unsent').waitFor()
    await tile(page, 'Agility').getByText('5.30 s').waitFor()
    expect(await inspectDesk(page, 'offline')).toEqual([])
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await page.getByRole('button', { name: new RegExp(`${booked.code}.*Testing, 4 of 6`) }).waitFor()
    expect(await inspectDesk(page, 'today')).toEqual([])
    await page.getByRole('button', { name: 'Desk', exact: true }).click()
    await openTest(page, 'Agility')
    await page.getByRole('button', { name: 'Close at 50.00' }).click()
    await record(page, 'Endurance', ['9.5'])
    await connection(page).getByText('3 unsent').waitFor()
    await connection(page).getByText('Saved on this tablet').waitFor()

    await visitor.setOffline(false)
    await connection(page).getByRole('button', { name: 'Refused: decide' }).click(LONG)
    await connection(page).getByText('1 unsent').waitFor()
    const refused = page.getByRole('dialog').getByRole('article', { name: 'Robin Rival' })
    await refused.getByRole('cell', { name: /3\.45 s.*50\.00/s }).waitFor()
    await refused.getByRole('cell', { name: /3\.30 s.*60\.00/s }).waitFor()
    expect(await inspectDesk(page, 'refused')).toEqual([])
    await refused.getByRole('button', { name: 'Keep theirs' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Drop 1 entry' }).click()
    await page.getByText('All settled').waitFor()
    await page.keyboard.press('Escape')
    await tile(page, 'Speed').getByText('60.00').waitFor()
    await connection(page).getByText('All sent').waitFor(LONG)

    // Unlocked, and sent in again in place of what was there.
    await openTest(page, 'Power')
    await page.getByRole('button', { name: 'Unlock Power' }).click()
    await typeDigits(page, '60')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Close at 75.00' }).click()
    await connection(page).getByText('All sent').waitFor(LONG)

    await page.getByRole('button', { name: /^Final/ }).click()
    expect(await inspectDesk(page, 'final')).toEqual([])
    await page.getByLabel('Notes').fill('Strong finish.')
    await page.getByRole('button', { name: 'Submit final 55.83' }).click()
    await page.getByRole('heading', { name: 'Final is in' }).waitFor()
    await connection(page).getByText('All sent').waitFor(LONG)
    await expect.poll(() => connection(page).getByText('refused').count()).toBe(0)
    await page.getByRole('button', { name: 'Done, next athlete' }).click()
    await page.getByText('Who is first?').waitFor()

    const entry = await stage.api.entry(athlete, booked.eventBookingId)
    expect(entry).toMatchObject({ eventTestStatus: 'completed', eventTestScore: 55.83 })
  },
)

test('finished or declined without a network, nobody is onboarded again', { timeout: 240_000 }, async () => {
  const [first, second] = [await stage.api.athlete(), await stage.api.athlete()]
  const done = await bookToday(stage.api, first, TODAY)
  const unfit = await bookToday(stage.api, second, TODAY)
  const visitor = await atTheDesk(stage)
  const { page } = visitor
  await visitor.setOffline(true)
  await connection(page).getByText('Offline', { exact: true }).waitFor()
  await onboard(page, done.code)
  await page.getByRole('button', { name: 'Yes, start the tests' }).click()
  await recordSix(page)
  await page.getByRole('button', { name: /^Final/ }).click()
  await page.getByRole('button', { name: /^Submit final/ }).click()
  await page.getByRole('button', { name: 'Done, next athlete' }).click()
  await page.getByText('Who is first?').waitFor()

  // Within reach until it is sent, and the code opens the sheet that there is.
  const left = page.getByRole('region', { name: 'Left the queue' })
  await left.getByText('Final in · unsent').waitFor()
  expect(await inspectDesk(page, 'left')).toEqual([])
  await onboard(page, done.code)
  await page.getByRole('heading', { name: 'Final is in' }).waitFor()
  await page.getByText('50.00').first().waitFor()
  await page.getByRole('button', { name: 'Done, next athlete' }).click()

  // Declined straight from the list, and taken back.
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`${done.code}.*Final on this tablet.*Unsent`) }).waitFor()
  expect(await inspectDesk(page, 'today-unsent')).toEqual([])
  const row = page.getByRole('button', { name: new RegExp(unfit.code) })
  await row.click()
  expect(await inspectDesk(page, 'booking')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByText('The athlete can read it in their account').waitFor()
  await page.getByRole('alertdialog').getByLabel('Reason').fill('Came with a cold.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => row.textContent()).toMatch(/Declined.*Unsent/)
  await page.getByRole('button', { name: 'Desk', exact: true }).click()
  await onboard(page, unfit.code)
  await page.getByRole('alertdialog', { name: 'You declined Robin Rival' }).waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo the decline' }).click()

  // Signing out shows what is unsent, and that it is kept.
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const leaving = page.getByRole('alertdialog', { name: '10 entries are not on the server yet' })
  await leaving.getByText('What is unsent stays on this tablet').waitFor()
  await leaving.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).click()

  // The menu is there without a network, after a reload too.
  await page.reload()
  await left.getByText('Final in · unsent').waitFor()
  await page.getByRole('button', { name: 'Open menu' }).click()
  expect(await inspectDesk(page, 'menu')).toEqual([])
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Reveal' }).click()
  await page.getByText('The reveal needs a connection').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/staff-account-reveal')
  await page.getByRole('link', { name: 'Back to the desk' }).click()
  await page.getByRole('region', { name: 'Left the queue' }).waitFor()

  await visitor.setOffline(false)
  await connection(page).getByText('All sent').waitFor(LONG)
  await expect.poll(() => statusOf(first, done.eventBookingId), LONG).toBe('completed')
  await expect.poll(() => statusOf(second, unfit.eventBookingId), LONG).toBe('booked')
  // Sent, and confirmed by the list: only the server's state counts now.
  await expect.poll(() => left.count(), LONG).toBe(0)
  await onboard(page, done.code)
  await page.getByRole('alert').getByText('That booking is finished: the final is in.').waitFor()
})

test(
  'the bar and the next step stay in sight, at 200 % zoom too; the queue is cleared after two questions',
  { timeout: 120_000 },
  async () => {
    const athlete = await stage.api.athlete()
    const booked = await bookToday(stage.api, athlete, TODAY)
    const { page } = await atTheDesk(stage)
    await onboard(page, booked.code)
    await page.getByRole('button', { name: 'Yes, start the tests' }).waitFor()
    const sizes = [
      { width: 1180, height: 820 },
      { width: 820, height: 1180 },
      // The same two at 200 %.
      { width: 590, height: 410 },
      { width: 410, height: 590 },
    ]
    const inSight = async (nextStep: Locator) => {
      for (const size of sizes) {
        await page.setViewportSize(size)
        await page.waitForTimeout(200)
        for (const part of [connection(page), nextStep]) {
          const box = await part.boundingBox()
          const words = `${await part.textContent()} at ${size.width} by ${size.height}`
          expect(box, words).not.toBeNull()
          if (!box) continue
          expect(box.y, words).toBeGreaterThanOrEqual(0)
          expect(box.y + box.height, words).toBeLessThanOrEqual(size.height)
        }
      }
    }
    await inSight(page.getByRole('button', { name: 'Yes, start the tests' }))
    await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0)
    await page.getByRole('button', { name: 'Yes, start the tests' }).click()
    await page.setViewportSize({ width: 1180, height: 820 })
    await openTest(page, 'Power')
    await typeDigits(page, '45')
    await inSight(page.getByRole('button', { name: 'Add attempt' }))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove attempt 1' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Close at 50.00' }).waitFor()
    await page.setViewportSize({ width: 1180, height: 820 })
    await page.getByRole('button', { name: /^Final/ }).click()

    await connection(page).getByText('All sent').waitFor(LONG)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Clear this tablet' }).click()
    await page
      .getByRole('alertdialog', { name: 'Clear this tablet?' })
      .getByRole('button', { name: 'Clear it' })
      .click()
    const sure = page.getByRole('alertdialog', { name: 'Clear the queue now?' })
    await sure.getByText('Attempts in tests that are not closed are lost, of one athlete.').waitFor()
    await sure.getByRole('button', { name: 'Clear it and lose those attempts' }).click()
    await page.getByText('Who is first?').waitFor()
    await page.getByText('Nobody on this tablet yet.').waitFor()
  },
)

test('by keyboard alone the focus goes on to the next test', { timeout: 120_000 }, async () => {
  const { code } = await bookToday(stage.api, await stage.api.athlete(), TODAY, '15:15')
  const { page } = await atTheDesk(stage)
  const keys = new Keyboard(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await keys.type(page.getByLabel('Booking code'), code)
  await page.keyboard.press('Enter')
  await keys.press(button('Yes, start the tests'), 'Enter')
  expect(await focused()).toMatch(/^Cognitive/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('65')
  await page.keyboard.press('Enter')
  await keys.press(button('Close at 50.00'), 'Enter')
  expect(await focused()).toMatch(/^Strength/)
  await page.keyboard.press('Enter')
  await keys.press(button('Did not test'), 'Enter')
  expect(await focused()).toMatch(/^Power/)
  await keys.press(button(/^Cognitive/), 'Enter')
  await keys.press(button('Unlock Cognitive'), 'Enter')
  expect(await focused()).toBe('Cognitive')
})
