// What the service worker has kept.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the worker serves the page and keeps the page itself, what it asked for and the styles its HTML brought. */
export async function keptOffline(page: Page, path = '/api/event/config'): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  // Not `waitForFunction`: it takes the promise of an async function for a yes.
  await expect
    .poll(() => page.evaluate(missing, [path, '/api/event/config']), { message: 'what is not kept' })
    .toEqual([])
}

/** What is not in the worker's stores of some addresses and of everything that the page has asked for. */
async function missing(wanted: readonly string[]): Promise<string[]> {
  const asked = await new Promise<string[]>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect()
      resolve(list.getEntries().map(({ name }) => name))
    })
    observer.observe({ type: 'resource', buffered: true })
  })
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const assets = [...asked, ...styles.map(({ href }) => href)].filter((name) => name.includes('/assets/'))
  const found = await Promise.all(
    [...wanted, ...assets].map(async (name) => ((await caches.match(name)) ? [] : [name])),
  )
  return found.flat()
}
