// The first HTML: each public page is readable before any script has run, and does not move when React takes over.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { launch } from '../harness/browser.ts'
import { demo, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'
import { takenOver } from '../harness/takeover.ts'

const stage = Stage.set()

const PAGES = [
  '/en-gb/',
  '/en-gb/my-account-about-the-tests',
  '/en-gb/frequently-asked-questions',
  '/en-gb/terms-and-conditions',
]
const DESKTOP = { width: 1440, height: 900 }
const SIZES = [{ width: 390, height: 844 }, DESKTOP]
const SHIFT = 0.02

let browser: Browser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await launch()
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
})
afterAll(() => browser.close())

async function open(
  path: string,
  size: { width: number; height: number },
  scripts: boolean,
  lateFonts = false,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: stage.server.url,
    viewport: size,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    javaScriptEnabled: scripts,
  })
  contexts.push(context)
  const page = await context.newPage()
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  if (lateFonts)
    await page.route('**/*.woff2', async (route) => {
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await route.continue()
    })
  await page.goto(path)
  if (scripts) {
    await takenOver(page)
    await page.waitForLoadState('networkidle')
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return page
}

/** Goes down the page until React has drawn all of it: what is far from the window stays the server's. */
async function comeNearAll(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const places = document.querySelectorAll('[data-ahead]')
        places[0]?.scrollIntoView()
        return places.length
      }),
    )
    .toBe(0)
}

/** Headings, paragraphs and links in order, but for what is live: the clock, the boards, what the session decides. */
const outline = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const live = '[aria-live], [role=status], [role=timer], [class^=TopNav_end], [class*=Carousel_steer]'
    const boards = '[data-part=leaderboard], [data-part=hall-of-fame]'
    const words = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim()
    return [...document.querySelectorAll('#root :is(h1, h2, h3, h4, p, a, summary, dt, dd, th, td)')]
      .filter((element) => !element.closest(`${live}, ${boards}`))
      .map((element) => {
        const href = element.getAttribute('href')
        return `${element.tagName.toLowerCase()} ${href === null ? '' : `${href} `}${words(element)}`
      })
  })

const headline = (page: Page) =>
  page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('h1')?.getBoundingClientRect() ?? new DOMRect()
    return [x, y, width, height].map((length) => Math.round(length))
  })

describe.each(PAGES)('%s', (path) => {
  test('shows its headline, texts and links without a script', async () => {
    const page = await open(path, DESKTOP, false)
    await expect.poll(() => page.locator('h1').count()).toBe(1)
    await expect.poll(() => page.locator('h1').isVisible()).toBe(true)
    const { missing, looked } = await page.evaluate(() => {
      const text = (html: string) =>
        (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replace(/\s+/g, '')
      const shown = (document.getElementById('root')?.textContent ?? '').replace(/\s+/g, '')
      const data: unknown = JSON.parse(document.getElementById('first-data')?.textContent ?? '')
      const wanted: string[] = []
      // Rich texts and the texts of links, wherever they are; elements with variants show one of them.
      const walk = (value: unknown, key: string) => {
        if (typeof value !== 'object' || value === null) return
        const element = value as Record<string, unknown>
        if (element.typeId === 'countdown' || element.typeId === 'athletic-test') return
        if (element.elementType === 'formattedtext') wanted.push(text(String(element.html)))
        if (element.elementType === 'link' && !key.endsWith('SignedIn'))
          wanted.push(text(String(element.linkText)))
        if (element.elementType === 'text' && (key === 'headline' || key === 'question'))
          wanted.push(text(String(element.value)))
        for (const [name, part] of Object.entries(element)) walk(part, name)
      }
      const { item } = (data as { page: { item: { elements: Record<string, unknown> } } }).page
      const drawn = new Set(
        [...document.querySelectorAll('[data-part]')].map((part) => part.getAttribute('data-part')),
      )
      const { components } = item.elements as { components: { values: { typeId: string }[] } }
      for (const component of components.values) if (drawn.has(component.typeId)) walk(component, '')
      return { missing: wanted.filter((words) => !shown.includes(words)), looked: wanted.length }
    })
    expect(missing).toEqual([])
    expect(looked).toBeGreaterThan(2)
    for (const label of ['FAQ', 'Privacy', 'Consent'])
      await expect
        .poll(() => page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).count())
        .toBe(1)
  })

  test('says the same before and after React takes over', async () => {
    const before = await outline(await open(path, DESKTOP, false))
    const after = await open(path, DESKTOP, true)
    await comeNearAll(after)
    await expect.poll(() => outline(after)).toEqual(before)
    expect(before.length).toBeGreaterThan(20)
  })

  test.each(SIZES)('stays where it is at $width px', async (size) => {
    const before = await headline(await open(path, size, false))
    const page = await open(path, size, true)
    expect(await headline(page)).toEqual(before)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(SHIFT)
  })

  test.each(SIZES)(
    'stays where it is at $width px when its fonts come after the first paint',
    async (size) => {
      const page = await open(path, size, true, true)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(SHIFT)
    },
  )

  test('leaves what is far from the window as the server drew it, and its links work', async () => {
    const page = await open(path, SIZES[0] ?? DESKTOP, true)
    const last = page.locator('[data-ahead]').last()
    if (path !== '/en-gb/') return await expect.poll(() => last.count()).toBeLessThanOrEqual(1)
    await expect.poll(() => last.locator(':scope > *').count()).toBeGreaterThan(0)
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await last
      .locator('a[href]')
      .first()
      .evaluate((link: HTMLAnchorElement) => link.click())
    await page.waitForURL((url) => url.pathname !== path)
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  })

  test('shows its headline without a second question', async () => {
    const context = await browser.newContext({ baseURL: stage.server.url, serviceWorkers: 'block' })
    contexts.push(context)
    await context.route('**/api/**', (route) => route.abort())
    const page = await context.newPage()
    await page.goto(path)
    await takenOver(page)
    const words = (await page.locator('h1').textContent()) ?? ''
    const served = await (await fetch(new URL(path, stage.server.url))).text()
    const [, first = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(served) ?? []
    expect(words.replace(/\s+/g, '')).toBe(first.replace(/<[^>]*>|\s+/g, ''))
    expect(words.trim()).not.toBe('')
  })
})

test('says so when its script does not come, and works once it is loaded again', async () => {
  const context = await browser.newContext({ baseURL: stage.server.url, serviceWorkers: 'block' })
  contexts.push(context)
  const page = await context.newPage()
  const main = /\/assets\/index-[\w-]+\.js$/
  await page.route(main, (route) => route.abort())
  await page.goto('/en-gb/frequently-asked-questions#scores')
  const alert = page.getByRole('alert')
  await alert.getByText('This page did not load completely').waitFor()
  // At the foot of the window, however long the page is.
  const { y, height } = (await alert.boundingBox()) ?? { y: 0, height: 0 }
  expect(Math.round(y + height)).toBe(page.viewportSize()?.height)
  await page.unroute(main)
  await alert.getByRole('link', { name: 'Reload' }).click()
  await takenOver(page)
  expect(new URL(page.url()).hash).toBe('#scores')
  await expect.poll(() => alert.count()).toBe(0)
})

test('a person’s own page keeps its heading where the server drew it', async () => {
  const context = await browser.newContext({ baseURL: stage.server.url, serviceWorkers: 'block' })
  contexts.push(context)
  await signIn({ context }, stage.server.url, demo('retest'))
  const page = await context.newPage()
  let letScriptsCome = () => {}
  const scripts = new Promise<void>((resolve) => (letScriptsCome = resolve))
  let letSessionCome = () => {}
  const session = new Promise<void>((resolve) => (letSessionCome = resolve))
  await page.route('**/*.js', (route) => scripts.then(() => route.continue()))
  await page.route('**/api/auth/session*', (route) => session.then(() => route.continue()))
  await page.goto('/en-gb/my-account-my-progress', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1, name: 'Further every time.' })
  await heading.waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const served = await heading.boundingBox()
  letScriptsCome()
  await takenOver(page)
  expect(await heading.boundingBox(), 'while the session is being checked').toEqual(served)
  letSessionCome()
  await page.getByRole('figure').first().waitFor()
  expect(await heading.boundingBox(), 'with the visits').toEqual(served)
})

test('what is typed while React takes over stays in the field, and so does the cursor', async () => {
  const context = await browser.newContext({ baseURL: stage.server.url, serviceWorkers: 'block' })
  contexts.push(context)
  const page = await context.newPage()
  // The scripts come once the cursor is in the server's field.
  let letScriptsCome = () => {}
  const begun = new Promise<void>((resolve) => (letScriptsCome = resolve))
  await page.route('**/*.js', async (route) => {
    await begun
    await route.continue()
  })
  await page.goto('/en-gb/frequently-asked-questions', { waitUntil: 'commit' })
  const served = page.locator('#faq-search')
  await served.focus()
  letScriptsCome()
  let typed = ''
  let lettersAfter = 0
  // Without a pause, so that some letters come in whatever moment React replaces the field.
  while (lettersAfter < 3) {
    const letter = 'retest '[typed.length % 7] ?? ''
    await page.keyboard.type(letter)
    typed += letter
    if ((await served.count()) === 0) lettersAfter += 1
  }
  expect(typed.length).toBeGreaterThan(lettersAfter)
  expect(await page.getByRole('searchbox').inputValue()).toBe(typed)
})
