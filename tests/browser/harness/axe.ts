// What axe finds on a page, as short sentences: only what is serious or worse fails a journey.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

export async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter((found) => found.impact === 'serious' || found.impact === 'critical')
    .flatMap((found) =>
      found.nodes.map((node) => `${found.id}: ${node.target.join(' ')} — ${node.failureSummary ?? ''}`),
    )
}

/** How far the page is wider than its window, and by which elements. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className} ends at ${element.getBoundingClientRect().right}`,
      )
  })
}
