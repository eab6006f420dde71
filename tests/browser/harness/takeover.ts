import type { Page } from 'playwright-core'

/** Waits until React has taken the page over from the server's markup. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
  })
}
