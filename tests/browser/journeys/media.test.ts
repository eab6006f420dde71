// The media centre: an athlete's story cards, and that a picture is what was seen before.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { findings } from '../harness/axe.ts'
import { picture, SIZES, type Visitor } from '../harness/browser.ts'
import { holdBack } from '../harness/finals.ts'
import { difference, enlarge } from '../harness/pictures.ts'
import { demo, logOut, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const MEDIA = '/en-gb/my-account-media-center'

test('somebody without a result is told so and led to a booking', async () => {
  const page = await stage.open(MEDIA, await stage.api.athlete())
  await page.getByText('Nothing to post yet').waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Book a test' }).click()
  await page.waitForURL('**/my-account-book-test')
})

test('somebody whose only result is held back is told to wait for the reveal', async () => {
  holdBack(stage.server, 'today@sixfold.example')
  const page = await stage.open(MEDIA, 'today')
  await page.getByText('Held for the reveal').waitFor()
  await expect.poll(() => page.getByTestId('story-card').count()).toBe(0)
  expect(await findings(page)).toEqual([])
})

test('a downloaded card is 1080 by 1920 pixels, and each of them is as it was previewed', async () => {
  const { page } = await withResult({ width: 2600, height: 2000 })
  await enlarge(page, 1080)
  for (const [number, colours] of [
    [1, ['Black', 'Grey', 'White', 'Green', 'Green fade']],
    [2, ['White', 'Green fade']],
    [3, []],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^Page ${number}:`) }).click()
    const shades = page.getByRole('group', { name: 'Colour' }).getByRole('radio')
    await expect.poll(() => shades.count()).toBe(number === 3 ? 0 : 5)
    for (const colour of colours.length > 0 ? colours : [null]) {
      if (colour) await page.getByRole('radio', { name: colour, exact: true }).check()
      await page.getByTestId('story-card').getByRole('img').waitFor()
      const saved = await download(page)
      expect([saved.readUInt32BE(16), saved.readUInt32BE(20)]).toEqual([1080, 1920])
      const seen = await page.getByTestId('story-card').screenshot({ animations: 'disabled' })
      const { mean, far } = await difference(page, seen, saved)
      // Edges of letters may fall half a pixel otherwise; nothing else may.
      expect(mean, `${number} ${colour}`).toBeLessThan(0.5)
      expect(far, `${number} ${colour}`).toBeLessThan(0.001)
    }
  }
})

test('the page, the colour, the format and what is shown are remembered, and gone after signing out', async () => {
  const visitor = await withResult()
  const { page } = visitor
  await page.getByRole('button', { name: 'Next template' }).click()
  await page.getByRole('radio', { name: 'White', exact: true }).check()
  await page.getByRole('radio', { name: /^Square/ }).check()
  await page.getByRole('switch', { name: /^Raw marks/ }).check()
  await page.reload()
  await page.getByRole('heading', { name: 'Result details' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'White', exact: true }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('radio', { name: /^Square/ }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('switch', { name: /^Raw marks/ }).isChecked()).toBe(true)
  await logOut(page)
  await signIn(visitor, stage.server.url, RETEST)
  await page.goto(MEDIA)
  await page.getByRole('heading', { name: 'Season card' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'Black', exact: true }).isChecked()).toBe(true)
  expect(await page.getByRole('radio', { name: /^Story/ }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('switch', { name: /^Raw marks/ }).isChecked()).toBe(false)
})

test('a card says a first name and an initial, and its surname nowhere', async () => {
  const { page } = await withResult()
  for (const [number, whose] of [
    [1, 'Season card of'],
    [2, 'Result of'],
    [3, 'Results of'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^Page ${number}:`) }).click()
    const card = page.getByTestId('story-card').getByRole('img', { name: new RegExp(`^${whose}`) })
    await card.waitFor()
    const told = decodeURIComponent(await card.evaluate((image) => image.outerHTML))
    expect(told).toContain(`${whose} Jordan W.`)
    expect(told).not.toContain('Wells')
    expect(await findings(page)).toEqual([])
  }
})

test('what is a press away is there without a wait, even without a network', async () => {
  const visitor = await withResult()
  const { page } = visitor
  // The recap is drawn once somebody comes near it.
  const asked = () =>
    visitor.requests.filter((request) => /\/api\/user\/card\?template=(season|result)_/.test(request)).length
  // The card itself, its four other colours and the page after it.
  await expect.poll(asked).toBe(6)
  await page.waitForLoadState('networkidle')
  await visitor.setOffline(true)
  for (const colour of ['White', 'Green fade', 'Black']) {
    await page.getByRole('radio', { name: colour, exact: true }).check()
    await page.getByRole('img', { name: /^Season card/ }).waitFor()
  }
  await page.getByRole('button', { name: 'Next template' }).click()
  await page.getByRole('img', { name: /^Result of/ }).waitFor()
  await expect.poll(asked).toBeGreaterThanOrEqual(6)
})

test('a card that does not come says so, and comes on another try', { timeout: 60_000 }, async () => {
  const visitor = await stage.signedIn(RETEST)
  const { page } = visitor
  await page.route('**/api/user/card?*', (route) => route.abort())
  await page.goto(MEDIA)
  await page.getByText('The card did not load').waitFor({ timeout: 30_000 })
  await page.unroute('**/api/user/card?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  const card = page.getByRole('img', { name: /^Season card of Jordan W\./ })
  await expect.poll(() => card.count()).toBe(1)
  // What was cut off is said in the console, and it is meant to be.
  visitor.complaints.splice(0)
})

for (const size of SIZES) {
  test(`the media centre on a ${size.name}`, async () => {
    const { page } = await withResult(size)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await picture(page, `media-center-${size.name}-${size.width}x${size.height}`)
  })
}

/** The demo's athlete with a score. */
const RETEST = demo('retest')

async function withResult(size?: { width: number; height: number }): Promise<Visitor> {
  const visitor = await stage.signedIn(RETEST, size)
  await visitor.page.goto(MEDIA)
  await visitor.page.getByTestId('story-card').getByRole('img').waitFor()
  await visitor.page.evaluate(() => document.fonts.ready)
  return visitor
}

async function download(page: Page): Promise<Buffer> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^sixfold-(season-card|result-details|result-overview)\.png$/)
  return readFile(await saved.path())
}
