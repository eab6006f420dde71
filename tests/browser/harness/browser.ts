// Chromium and its pages. A page that logs an error, breaks the content security policy or throws fails its test.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { Line } from './line.ts'

/** The three sizes every screen is looked at. */
export const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 820, height: 1180 },
  { name: 'desktop', width: 1440, height: 900 },
] as const

export type Size = (typeof SIZES)[number]

/**
 * What Chromium does not need for pages: its address bar draws two pages of its own for every window, and it keeps a process
 * ready for the next page. The last list counts, so the features that Playwright leaves out for the sake of its tests are named
 * again.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'SpareRendererForSitePerProcess',
]

/** With these Chromium runs anywhere and asks nobody but us. */
export const FLAGS = [
  `--disable-features=${WITHOUT.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launch(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chrome(), headless: true, args: [...FLAGS, ...flags] })
}

/** Where the browser is. */
export function chrome(): string {
  if (process.env.CHROME) return process.env.CHROME
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
  if (!found) throw new Error('No browser: install Chromium, or name one with CHROME=/path/to/chromium')
  return found
}

/** A visitor: a fresh profile with one page, and everything that went wrong on it. */
export class Visitor {
  readonly context: BrowserContext
  readonly page: Page
  readonly complaints: string[] = []
  readonly requests: string[] = []
  readonly #line: Line | undefined
  #outage = false

  private constructor(context: BrowserContext, page: Page, line: Line | undefined) {
    this.context = context
    this.page = page
    this.#line = line
  }

  /** Opens a fresh profile whose clock goes with the server's. Nothing is kept for later unless workers are allowed. */
  static async arrive(
    browser: Browser,
    server: { url: string; now(): Date },
    size: { width: number; height: number } = SIZES[2],
    serviceWorkers: 'allow' | 'block' = 'block',
  ): Promise<Visitor> {
    const line = serviceWorkers === 'allow' ? await Line.open() : undefined
    const context = await browser.newContext({
      ...(line && { proxy: { server: line.url } }),
      baseURL: server.url,
      viewport: { width: size.width, height: size.height },
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      reducedMotion: 'reduce',
      serviceWorkers,
    })
    await context.clock.install({ time: server.now() })
    context.setDefaultTimeout(45_000)
    const page = await context.newPage()
    const visitor = new Visitor(context, page, line)
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`CSP: ${event.violatedDirective} blocked ${event.blockedURI}`)
      })
    })
    visitor.#watch(page)
    return visitor
  }

  /** Another tab of the same browser. */
  async tab(): Promise<Page> {
    const page = await this.context.newPage()
    this.#watch(page)
    return page
  }

  /**
   * Takes the network away or gives it back. A worker forgets an emulated outage with the next navigation: its visitor's line
   * is cut too. The page's `navigator.onLine` forgets it then, as it does behind a router without a line.
   */
  async setOffline(offline: boolean): Promise<void> {
    if (offline) this.expectOutage()
    this.#line?.setCut(offline)
    await this.context.setOffline(offline)
  }

  /** From now on the console may say that a request got no answer. */
  expectOutage(): void {
    this.#outage = true
  }

  #watch(page: Page): void {
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() !== 'error' || isAnsweredRequest(text)) return
      if (this.#outage && isLostRequest(text)) return
      this.complaints.push(text)
    })
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('request', (request) => this.requests.push(`${request.method()} ${request.url()}`))
  }

  async leave(): Promise<void> {
    await this.context.close()
    this.#line?.close()
  }
}

/** Chromium logs every 4xx answer as an error; the page shows those as sentences, which the journeys check. */
function isAnsweredRequest(text: string): boolean {
  return /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)
}

/** What Chromium logs of each request that finds no network. */
function isLostRequest(text: string): boolean {
  return /net::ERR_(?!BLOCKED)|Failed to fetch dynamically imported module/.test(text)
}

/** The browser leaves what nobody has scrolled to undrawn, but it belongs in the screenshot. */
const UNFOLDED = '[data-ahead] { content-visibility: visible !important }'

/** Keeps a picture of the whole screen in the output folder, for people to look at, when SCREENSHOTS is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  const folder = resolve(import.meta.dirname, '../output')
  await mkdir(folder, { recursive: true })
  await page.screenshot({
    path: join(folder, `${name}.png`),
    fullPage: true,
    animations: 'disabled',
    style: UNFOLDED,
  })
}
