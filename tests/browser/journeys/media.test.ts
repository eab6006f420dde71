// The media centre: an athlete's story cards, and that a picture is what was seen before.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { findings } from '../harness/axe.ts'
import { picture, SIZES, type Visitor } from '../harness/browser.ts'
import { DEMO, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const MEDIA = '/en-gb/my-account-media-center'

test('somebody without a result is told so and led to a booking', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await signIn(visitor, stage.server.url, await stage.api.athlete())
  await page.goto(MEDIA)
  await page.getByText('Nothing to post yet').waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Book a test' }).click()
  await page.waitForURL('**/my-account-book-test')
})

test('a downloaded card is 1080 by 1920 pixels, and each of them is as it was previewed', async () => {
  const visitor = await withResult({ width: 2600, height: 2000 })
  const { page } = visitor
  // The preview as large as the picture, in the corner: no line falls between two pixels.
  const large = 'position: fixed; inset: 0 0 auto auto; z-index: 99; inline-size: 1080px !important'
  await page.addStyleTag({ content: `[data-testid="story-card"] { ${large} }` })
  for (const [number, colours] of [
    [1, ['Black', 'Grey', 'White', 'Green', 'Green fade']],
    [2, ['White', 'Green fade']],
    [3, []],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^Page ${number}:`) }).click()
    await expect.poll(() => page.getByRole('radio').count()).toBe(number === 3 ? 0 : 5)
    for (const colour of colours.length > 0 ? colours : [null]) {
      if (colour) await page.getByRole('radio', { name: colour, exact: true }).check()
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

test('the page and the colour are remembered, and gone after logging out', async () => {
  const visitor = await withResult()
  const { page } = visitor
  await page.getByRole('button', { name: 'Next template' }).click()
  await page.getByRole('radio', { name: 'White', exact: true }).check()
  await page.reload()
  await page.getByRole('heading', { name: 'Result details' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'White', exact: true }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('link', { name: 'Login' }).waitFor()
  await signIn(visitor, stage.server.url, RETEST)
  await page.goto(MEDIA)
  await page.getByRole('heading', { name: 'Season card' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'Black', exact: true }).isChecked()).toBe(true)
})

test('a card says a first name and an initial, and its surname nowhere', async () => {
  const { page } = await withResult()
  const card = page.getByTestId('story-card')
  for (const number of [1, 2, 3]) {
    await page.getByRole('button', { name: new RegExp(`^Page ${number}:`) }).click()
    const markup = await card.innerHTML()
    expect(markup).toContain('Jordan W.')
    expect(markup).not.toContain('Wells')
    expect(await findings(page)).toEqual([])
  }
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
const RETEST = {
  uaid: '',
  token: '',
  emailAddress: 'retest@sixfold.example',
  password: DEMO,
}

async function withResult(size?: { width: number; height: number }): Promise<Visitor> {
  const visitor = await stage.visitor(size)
  await signIn(visitor, stage.server.url, RETEST)
  await visitor.page.goto(MEDIA)
  await visitor.page.getByTestId('story-card').waitFor()
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

/** How far two pictures are apart: by the mean channel (0 to 255), and the share of pixels that are plainly another. */
function difference(page: Page, one: Buffer, other: Buffer): Promise<{ mean: number; far: number }> {
  return page.evaluate(
    async (pictures) => {
      const pixels = async (base64: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${base64}`
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = image.naturalWidth
        canvas.height = image.naturalHeight
        const brush = canvas.getContext('2d')
        brush?.drawImage(image, 0, 0)
        return brush?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
      }
      const [first, second] = await Promise.all([pixels(pictures[0] ?? ''), pixels(pictures[1] ?? '')])
      if (first.length !== second.length) throw new Error(`${first.length} and ${second.length} values`)
      let sum = 0
      let far = 0
      for (let at = 0; at < first.length; at += 4) {
        let most = 0
        for (let channel = 0; channel < 3; channel += 1) {
          const apart = Math.abs((first[at + channel] ?? 0) - (second[at + channel] ?? 0))
          sum += apart
          most = Math.max(most, apart)
        }
        if (most > 48) far += 1
      }
      return { mean: sum / ((first.length / 4) * 3), far: far / (first.length / 4) }
    },
    [one.toString('base64'), other.toString('base64')],
  )
}
