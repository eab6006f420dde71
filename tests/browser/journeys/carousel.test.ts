// The carousel of the About page: by buttons, by keyboard, and as a row that scrolls where no code has run.
import { expect, test } from 'vitest'

import { Stage } from '../harness/stage.ts'
import { takenOver } from '../harness/takeover.ts'

const stage = Stage.set()
const ABOUT = '/en-gb/my-account-about-the-tests'

test('steps through its panels with buttons and arrow keys, and stops at both ends', async () => {
  const page = await stage.open(ABOUT)
  const carousel = page.locator('[aria-roledescription="carousel"]')
  await carousel.scrollIntoViewIfNeeded()
  const next = carousel.getByRole('button', { name: 'Next' })
  const previous = carousel.getByRole('button', { name: 'Previous' })
  const place = carousel.getByRole('status')
  await carousel.locator('[data-ready]').waitFor()

  await expect.poll(() => previous.isDisabled()).toBe(true)
  await next.click()
  await expect.poll(() => place.textContent()).toBe('2 of 5')
  await expect.poll(() => previous.isDisabled()).toBe(false)

  await carousel.getByRole('group').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => place.textContent()).toBe('1 of 5')
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => next.isDisabled()).toBe(true)
})

test('its buttons are large enough for a thumb, and it keeps within a small phone', async () => {
  const { page } = await stage.visitor({ width: 320, height: 640 })
  await page.goto(ABOUT)
  const next = page.locator('[aria-roledescription="carousel"]').getByRole('button', { name: 'Next' })
  await takenOver(page)
  await next.scrollIntoViewIfNeeded()
  const size = async () => {
    const box = await next.boundingBox()
    return Math.min(box?.width ?? 0, box?.height ?? 0)
  }
  await expect.poll(size).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
