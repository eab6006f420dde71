// Inspects the current screen: a screenshot and axe at the three sizes, and nothing wider than 320 px at the smallest.
import type { Page } from 'playwright-core'

import { overflow, findings } from './axe.ts'
import { picture, SIZES } from './browser.ts'

const SMALLEST = { width: 320, height: 640 }

/** Everything wrong with the screen, each with the size at which it was seen. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize() ?? SIZES[2]
  const problems: string[] = []
  for (const size of SIZES) {
    await resize(page, size)
    await picture(page, `${name}-${size.name}-${size.width}x${size.height}`)
    problems.push(...(await findings(page)).map((found) => `${name} ${size.name}: ${found}`))
    problems.push(...(await overflow(page)).map((found) => `${name} ${size.name}: ${found}`))
  }
  await resize(page, SMALLEST)
  problems.push(...(await overflow(page)).map((found) => `${name} at 320: ${found}`))
  await resize(page, before)
  return problems
}

async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize({ width: size.width, height: size.height })
  await page.evaluate(() => document.fonts.ready)
  // The shell waits 100 ms before it follows a new width.
  await page.waitForTimeout(250)
}
