// The athlete holds the ticket on their phone before the tablet's camera, and the desk has them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { launch, Visitor } from '../harness/browser.ts'
import { bookToday, DESK, TABLET } from '../harness/desk.ts'
import { demo, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const TODAY = '2026-11-24'
const stage = Stage.set({ clock: `${TODAY}T09:30:00Z` })
/** What the camera sees, and how often; Chromium begins again at the end of the film. */
const VIEW = { width: 640, height: 480 }
const FRAMES = 10

test('a ticket before the camera is read, and its athlete onboarded', { timeout: 120_000 }, async () => {
  const athlete = await stage.api.athlete()
  await bookToday(stage.api, athlete, TODAY)
  const folder = await mkdtemp(join(tmpdir(), 'sixfold-camera-'))
  const film = join(folder, 'ticket.mjpeg')
  await writeFile(film, await filmOfTicket(athlete))
  const browser = await launch([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ])
  try {
    const staff = await Visitor.arrive(browser, stage.server, TABLET)
    const { page } = staff
    await signIn(staff, stage.server.url, demo('instore'))
    await page.goto(DESK)
    await page.getByRole('button', { name: 'Scan' }).click()
    await page.getByRole('heading', { name: 'Is this Robin?' }).waitFor()
    await expect.poll(() => page.getByRole('dialog', { name: 'Scan the ticket' }).count()).toBe(0)
    expect(staff.complaints).toEqual([])
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a tablet without a camera says so, and the code can be typed', async () => {
  const page = await stage.open(DESK, 'instore', TABLET)
  await page.getByRole('button', { name: 'Scan' }).click()
  await page.getByRole('alert').getByText('This tablet has no camera that we can use.').waitFor()
  await page.getByRole('button', { name: 'Type the code instead' }).click()
  await page.getByLabel('Booking code').fill('7K3QXM')
  await expect.poll(() => page.getByLabel('Booking code').inputValue()).toBe('7K3QXM')
})

/** The ticket as shown on the athlete's phone, over and over. */
async function filmOfTicket(athlete: Athlete): Promise<Buffer> {
  const page = await stage.open('/en-gb/my-account-my-booking', athlete, VIEW)
  const code = page.getByRole('img', { name: /^QR code of your booking code/ })
  await code.waitFor()
  await page.evaluate(() => document.fonts.ready)
  await code.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const frame = await page.screenshot({ type: 'jpeg', quality: 90 })
  return Buffer.concat(Array.from({ length: FRAMES }, () => frame))
}
