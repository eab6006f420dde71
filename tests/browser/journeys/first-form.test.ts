// The first HTML of forms and of the calendar: their headline is where React will render it.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launch, SIZES } from '../harness/browser.ts'
import { Stage } from '../harness/stage.ts'
import { takenOver } from '../harness/takeover.ts'

const stage = Stage.set()
let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** Words, place and size of the headline, to the pixel. */
async function headline(path: string, size: { width: number; height: number }, javaScriptEnabled: boolean) {
  const context = await browser.newContext({
    baseURL: stage.server.url,
    viewport: size,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    javaScriptEnabled,
  })
  try {
    const page = await context.newPage()
    await page.goto(path)
    if (javaScriptEnabled) await takenOver(page)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    const box = await heading.boundingBox()
    return [await heading.textContent(), ...Object.values(box ?? {}).map((length) => Math.round(length))]
  } finally {
    await context.close()
  }
}

test.each(['/en-gb/login', '/en-gb/register', '/en-gb/my-account-book-test'])(
  '%s keeps its headline where it is',
  { timeout: 60_000 },
  async (path) => {
    for (const { width, height } of [{ width: 320, height: 640 }, ...SIZES]) {
      const size = { width, height }
      expect(await headline(path, size, true)).toEqual(await headline(path, size, false))
    }
  },
)
