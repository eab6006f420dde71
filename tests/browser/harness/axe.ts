// What axe finds on a page, as short sentences.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Everything that axe finds on the screen, whatever its weight; also where nobody has scrolled to yet. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const place of document.querySelectorAll<HTMLElement>('[data-ahead]'))
      place.style.contentVisibility = 'visible'
  })
  // Legacy mode runs in the page itself, not in a tab opened for each look; it leaves out foreign frames, and we have none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.flatMap((found) =>
    found.nodes.map((node) => `${found.id}: ${node.target.join(' ')} — ${node.failureSummary ?? ''}`),
  )
}

/** The widths at which accessibility is looked at: the smallest phone and a desk. */
const WIDTHS = [320, 1440]

/**
 * Everything that axe finds on the current screen, narrow and wide, in the theme of its area: nobody can choose
 * another.
 */
export async function findingsEverywhere(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize()
  const problems: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // The shell waits 100 ms before it follows a new width.
    await page.waitForTimeout(200)
    problems.push(...(await findings(page)).map((found) => `${name}, ${width} px: ${found}`))
  }
  if (before) await page.setViewportSize(before)
  return problems
}

/** Elements wider than the window, or than their dialog. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('dialog[open]')].flatMap((frame) => {
      if (frame.scrollWidth <= frame.clientWidth) return []
      const end = frame === document.documentElement ? frame.clientWidth : frame.getBoundingClientRect().right
      return [...frame.querySelectorAll<HTMLElement>('body *, dialog *')]
        .filter((element) => element.getBoundingClientRect().right > end + 1)
        .slice(0, 5)
        .map(
          (element) =>
            `${element.tagName.toLowerCase()}.${element.className} ends at ${element.getBoundingClientRect().right}`,
        )
    }),
  )
}
