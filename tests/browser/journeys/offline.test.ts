// The site without a network: what was seen, the ticket, a new version, and that nothing personal is kept for it.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findings } from '../harness/axe.ts'
import type { Visitor } from '../harness/browser.ts'
import { Release } from '../harness/release.ts'
import { inspect } from '../harness/inspect.ts'
import { demo, logOut, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'
import { keptOffline } from '../harness/worker.ts'

const stage = Stage.set()
let release: Release
beforeAll(async () => {
  release = await Release.before(stage.server)
})
afterAll(() => release.stop())

const MY_TESTS = '/en-gb/my-account-my-booking'
const MINUTE = 60_000
const LONG = { timeout: 15_000 }

test('the site can be installed: manifest, icons, start page, worker', async () => {
  const { page } = await stage.installer()
  await page.goto('/en-gb/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await fetch(new URL(href ?? '', stage.server.url))
  expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  const manifest = (await answer.json()) as {
    name: string
    start_url: string
    display: string
    icons: { src: string; sizes: string; purpose: string }[]
    shortcuts: { name: string; url: string }[]
    id: string
    screenshots: { src: string; sizes: string; form_factor: string }[]
  }
  expect(manifest).toMatchObject({
    id: '/en-gb/',
    name: 'Sixfold',
    start_url: '/en-gb/',
    display: 'standalone',
  })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort()).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ])
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const { src, sizes } of [
    ...manifest.icons,
    ...manifest.screenshots,
    { src: touch ?? '', sizes: '180x180' },
  ]) {
    expect(await sizeOf(page, src), src).toBe(sizes)
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['My tests', 'Book a test', 'My progress'])
  expect(manifest.screenshots.map(({ form_factor: form }) => form)).toEqual(
    expect.arrayContaining(['narrow', 'wide']),
  )
  for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) {
    expect((await fetch(`${stage.server.url}${path}`, { redirect: 'manual' })).status, path).toBe(200)
  }
  const worker = await fetch(`${stage.server.url}/sw.js`)
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  expect(worker.headers.get('content-type')).toMatch(/javascript/)
  await installed(page)
})

test('pages seen before are read without a network, and others say that there is none', async () => {
  const visitor = await stage.installer()
  const { page } = visitor
  const seen: [string, RegExp][] = []
  for (const path of ['', 'frequently-asked-questions', 'my-account-about-the-tests']) {
    await page.goto(`/en-gb/${path}`)
    await installed(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    seen.push([path, new RegExp(heading.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'), 'i')])
  }
  await keptOffline(page, '/en-gb/my-account-about-the-tests')

  await visitor.setOffline(true)
  for (const [path, heading] of seen) {
    await page.goto(`/en-gb/${path}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.getByText('You are offline').first().waitFor()
    // The live board of the homepage is news, and says that it cannot be had.
    if (path !== '') await expect.poll(() => page.getByRole('alert').count(), { message: path }).toBe(0)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  expect(await findings(page)).toEqual([])

  await page.goto('/en-gb/forgot-password')
  await page.getByRole('alert').getByText('You are offline').waitFor()
  // It loads by itself as soon as there is a network.
  await visitor.setOffline(false)
  await page.getByLabel('E-mail', { exact: true }).waitFor()
})

test('the ticket is there without a network, also when the 58 minutes have gone', async () => {
  const { visitor, code } = await withTicket()
  const { page } = visitor
  await visitor.setOffline(true)
  await page.reload()
  await page.getByText('Kept on this device').waitFor()
  await ticket(page, code)
  expect(await findings(page)).toEqual([])

  // Back online within the session, everything works as before.
  await visitor.setOffline(false)
  await page.getByRole('button', { name: 'Cancel booking' }).waitFor()

  // The session ends while the page is open and there is no network.
  await page.waitForLoadState('networkidle')
  await visitor.setOffline(true)
  await page.clock.fastForward(59 * MINUTE)
  await page.getByText('we sign you out after 58 minutes').waitFor()
  expect(new URL(page.url()).pathname).toBe(MY_TESTS)
  // In a page loaded during the jump, the clock that jumped may stand still.
  await page.reload()
  await page.getByText('Kept on this device').waitFor()
  expect(new URL(page.url()).pathname).toBe(MY_TESTS)
  await ticket(page, code)
  await page.goto('/en-gb/')
  await page.goto(MY_TESTS)
  await ticket(page, code)
})

test('signing out takes the ticket away, and so does somebody else who signs in', async () => {
  const { visitor, code } = await withTicket()
  const { page } = visitor
  await logOut(page)
  await expect.poll(() => databases(page)).not.toContain('sixfold-ticket')
  await noTicket(visitor, code)

  const next = await withTicket()
  await next.visitor.context.clearCookies()
  await signIn(next.visitor, stage.server.url, await stage.api.athlete())
  await next.visitor.page.goto('/en-gb/frequently-asked-questions')
  await next.visitor.page.getByRole('button', { name: 'Open menu' }).waitFor()
  await expect.poll(() => databases(next.visitor.page), LONG).not.toContain('sixfold-ticket')
})

test('a cancelled booking leaves no ticket, and after the test day none is shown', async () => {
  const { visitor, code } = await withTicket()
  const { page } = visitor
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await page.getByText(/^Cancelled:/).waitFor()
  await expect.poll(() => databases(page), LONG).not.toContain('sixfold-ticket')
  await noTicket(visitor, code)

  const later = await withTicket()
  await later.visitor.setOffline(true)
  await later.visitor.page.reload()
  await ticket(later.visitor.page, later.code)
  await later.visitor.page.clock.fastForward(10 * 24 * 60 * MINUTE)
  await later.visitor.page.goto(MY_TESTS)
  await later.visitor.page.getByText('There is no ticket on this device').waitFor()
  // It stays on the device: the device's clock may be wrong, and only the server's day takes the ticket away.
  expect(await databases(later.visitor.page)).toContain('sixfold-ticket')
})

test(
  'results, progress and crews are there as they were last seen, until somebody signs out',
  { timeout: 240_000 },
  async () => {
    const visitor = await stage.installer()
    const { page } = visitor
    await signIn(visitor, stage.server.url, demo('retest'))
    const crew = `Sprinters ${Date.now()}`
    await page.goto('/en-gb/my-account-crews')
    await page.getByRole('textbox', { name: 'Name of the crew' }).fill(crew)
    await page.getByRole('button', { name: 'Start a crew' }).click()
    await page.getByRole('heading', { level: 1, name: crew }).waitFor()
    const seen: [string, () => Promise<unknown>][] = [
      ['my-account', () => page.getByRole('heading', { name: 'Latest scores' }).waitFor()],
      [
        'my-account-my-progress',
        async () => {
          await page.getByRole('img', { name: /^Final score over/ }).waitFor()
          // Fetched after the page, before anybody scrolls down to it.
          await expect
            .poll(() => visitor.requests.some((request) => request.includes('VisitComparison')), LONG)
            .toBe(true)
        },
      ],
      ['my-account-crews', () => page.getByRole('list', { name: 'My crews' }).getByText(crew).waitFor()],
    ]
    for (const [path, there] of seen) {
      await page.goto(`/en-gb/${path}`)
      await installed(page)
      await there()
      await page.waitForLoadState('networkidle')
      await keptOffline(page, `/en-gb/${path}`)
    }
    await expect.poll(() => kept(page), LONG).toBeGreaterThanOrEqual(4)

    await visitor.setOffline(true)
    for (const [path, there] of seen) {
      await page.goto(`/en-gb/${path}`)
      await page.getByText(/^As of \d\d:\d\d$/).waitFor()
      await there()
      expect(await findings(page)).toEqual([])
    }
    expect(await inspect(page, 'crews-offline')).toEqual([])
    await page.goto('/en-gb/my-account-my-progress')
    await page.getByText(/^As of \d\d:\d\d$/).waitFor()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('heading', { name: 'Then and now' }).waitFor()

    // Back on line the page is the usual one; signing out leaves nothing.
    await visitor.setOffline(false)
    await page.getByText(/^As of/).waitFor({ state: 'detached' })
    await logOut(page)
    await expect.poll(() => databases(page), LONG).not.toContain('sixfold-seen')
    await visitor.setOffline(true)
    await page.goto('/en-gb/my-account-my-progress')
    await page.getByText('This page needs a connection').waitFor()
    expect(await page.getByText(/^As of/).count()).toBe(0)
  },
)

test('nothing personal is kept by the worker', async () => {
  const { visitor } = await withTicket()
  const { page } = visitor
  for (const path of [
    'my-account',
    'my-account-my-profile',
    'my-account-book-test',
    'reset-password?token=secret',
  ]) {
    await page.goto(`/en-gb/${path}`)
    await page.waitForLoadState('networkidle')
  }
  const { addresses, texts } = await page.evaluate(async () => {
    const all = { addresses: [] as string[], texts: [] as string[] }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        all.addresses.push(request.url)
        if (!request.url.includes('/assets/'))
          all.texts.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return all
  })
  expect(addresses.length).toBeGreaterThan(10)
  const personal =
    /\/api\/(?:user|auth|event\/(?!config))|authoring|[?&]token=|en-gb\/(?:staff-account|reset-password)/
  expect(addresses.filter((address) => personal.test(address))).toEqual([])
  const session = (await (
    await visitor.context.request.get(`${stage.server.url}/api/auth/session`)
  ).json()) as {
    user: { email: string }
    token: string
    uaid: string
  }
  for (const word of [session.user.email, session.token, session.uaid, 'Robin', 'Rival', 'Sam Rival']) {
    expect(
      texts.filter((text) => text.includes(word)),
      word,
    ).toEqual([])
  }
})

test('a new version is offered and waits while a form is half filled in', async () => {
  const { page } = await stage.installer(release.url)
  await page.goto('/en-gb/login')
  await installed(page)
  await page.getByLabel('E-mail', { exact: true }).fill('robin@example.org')
  await mark(page)
  release.next()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const offer = page.getByRole('region', { name: 'New version' })
  await offer.getByText('A new version is ready').waitFor()
  expect(await findings(page)).toEqual([])
  await offer.getByRole('button', { name: 'Later' }).click()
  await offer.getByText('A new version is ready').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('robin@example.org')
  await expect.poll(() => isMarked(page)).toBe(true)

  // The next page offers it again; a press warns of what is lost, the second one takes it.
  await page.reload()
  await page.getByLabel('E-mail', { exact: true }).fill('robin@example.org')
  await offer.getByRole('button', { name: 'Reload' }).click()
  await offer.getByText('You have typed something here').waitFor()
  await expect.poll(() => page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('robin@example.org')
  await mark(page)
  await offer.getByRole('button', { name: 'Reload anyway' }).click()
  await expect.poll(() => isMarked(page), LONG).toBe(false)
  await page.getByLabel('E-mail', { exact: true }).waitFor()
  const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
  expect(waiting).toBe(false)
})

test('a screen at the door shows no offer of a new version', async () => {
  const { page } = await stage.installer(release.url)
  await page.goto('/en-gb/arrivals')
  await page.getByRole('heading', { name: 'Not in use.' }).waitFor()
  await installed(page)
  release.next()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const offer = page.getByText('A new version is ready')
  await offer.waitFor({ state: 'attached' })
  expect(await offer.isVisible()).toBe(false)
})

test('a page that was kept before a new version still works without a network', async () => {
  const { visitor, code } = await withTicket(release.url)
  const { page } = visitor
  await page.goto('/en-gb/frequently-asked-questions')
  await installed(page)
  await mark(page)
  release.next()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const offer = page.getByRole('region', { name: 'New version' })
  await offer.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isMarked(page), LONG).toBe(false)
  await installed(page)
  // My tests has not been opened in the new version: the HTML on the device names scripts of the one before.
  await visitor.setOffline(true)
  await page.goto(MY_TESTS)
  await page.getByText('Kept on this device').waitFor()
  await ticket(page, code)
})

/** An athlete with a booking whose MY TESTS has been seen on line. */
async function withTicket(url?: string): Promise<{ visitor: Visitor; code: string }> {
  const visitor = await stage.installer(url)
  const athlete = await stage.api.athlete()
  const { code } = await stage.api.bookFirst(athlete)
  await signIn(visitor, stage.server.url, athlete)
  await visitor.page.goto(MY_TESTS)
  await installed(visitor.page)
  await ticket(visitor.page, code)
  // What draws the ticket without a network is fetched while the ticket is kept.
  await expect.poll(() => databases(visitor.page)).toContain('sixfold-ticket')
  await visitor.page.waitForLoadState('networkidle')
  await keptOffline(visitor.page, MY_TESTS)
  return { visitor, code }
}

async function ticket(page: Page, code: string): Promise<void> {
  const card = page.getByRole('article', { name: `Ticket ${code}` })
  await card.waitFor()
  await card.getByRole('img', { name: /^QR code/ }).waitFor()
  await card.getByRole('link', { name: 'Open the map' }).waitFor()
  await expect.poll(() => card.locator('time').getAttribute('datetime')).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d$/)
}

async function noTicket(visitor: Visitor, code: string): Promise<void> {
  await visitor.setOffline(true)
  await visitor.page.goto(MY_TESTS)
  await visitor.page.getByText('There is no ticket on this device').waitFor()
  expect(await visitor.page.content()).not.toContain(code)
}

/** Tells a page from the one that is loaded after it. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-loaded', 'once'))
const isMarked = (page: Page) =>
  page
    .evaluate(() => document.documentElement.hasAttribute('data-loaded'))
    // On its way to the next one.
    .catch(() => true)

/** How many answers the device keeps, with their key. Looking too early would make the database. */
const kept = async (page: Page): Promise<number> => {
  if (!(await databases(page)).includes('sixfold-seen')) return 0
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open('sixfold-seen')
        opened.onerror = () => reject(new Error('the database does not open'))
        opened.onsuccess = () => {
          const asked = opened.result.transaction('kept').objectStore('kept').count()
          asked.onsuccess = () => {
            opened.result.close()
            resolve(asked.result)
          }
        }
      }),
  )
}

/** Waits until the worker has the page. */
async function installed(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

const databases = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))

const sizeOf = (page: Page, src: string): Promise<string> =>
  page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return `${image.naturalWidth}x${image.naturalHeight}`
  }, src)
