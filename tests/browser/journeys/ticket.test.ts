// The ticket goes with the athlete: into calendars and wallets, and with the way to the academy, also without a network.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import type { Visitor } from '../harness/browser.ts'
import { inspect } from '../harness/inspect.ts'
import { Keyboard } from '../harness/keyboard.ts'
import { signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'
import { hasOpenssl, walletFlags } from '../harness/wallet-keys.ts'
import { keptOffline } from '../harness/worker.ts'

const MY_TESTS = '/en-gb/my-account-my-booking'

interface Ticket {
  athlete: Athlete
  id: string
  code: string
  date: string
  time: string
}

/** An athlete with a booking. */
async function withTicket(stage: Stage): Promise<Ticket> {
  const athlete = await stage.api.athlete()
  const { eventBookingId, code, date, time } = await stage.api.bookFirst(athlete)
  return { athlete, id: eventBookingId, code, date, time }
}

async function open(stage: Stage, visitor: Visitor, ticket: Ticket): Promise<void> {
  await signIn(visitor, stage.server.url, ticket.athlete)
  await visitor.page.goto(MY_TESTS)
  await visitor.page.getByRole('article', { name: `Ticket ${ticket.code}` }).waitFor()
}

const wallets = (page: Page) => page.getByRole('article').getByText(/^Add to (?:Apple|Google) Wallet$/)

describe('without keys for wallets', () => {
  const stage = Stage.set()

  test('the ticket goes into a calendar, by keyboard', async () => {
    const ticket = await withTicket(stage)
    const visitor = await stage.visitor()
    const { page } = visitor
    await open(stage, visitor, ticket)
    expect(await wallets(page).count()).toBe(0)

    const keyboard = new Keyboard(page)
    const button = page.getByRole('button', { name: 'Add to calendar' })
    await keyboard.press(button, 'Enter')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    const list = page.getByRole('list', { name: 'Calendars' })
    await keyboard.reach(list.getByRole('link', { name: 'Google Calendar' }))
    expect(await inspect(page, 'ticket-calendars')).toEqual([])
    const google = await address(page, 'Google Calendar')
    // It is winter in London.
    const start = `${ticket.date.replaceAll('-', '')}T${ticket.time.replace(':', '')}00Z`
    expect(google.searchParams.get('dates')).toMatch(new RegExp(`^${start}/`))
    expect(google.searchParams.get('details')).toContain(ticket.code)
    for (const name of ['Outlook.com', 'Outlook for work or school']) {
      const outlook = await address(page, name)
      expect(outlook.searchParams.get('startdt')).toBe(`${ticket.date}T${ticket.time}:00Z`)
      expect(outlook.searchParams.get('location')).toContain('SW11 8DD')
    }
    const saving = page.waitForEvent('download')
    await keyboard.press(list.getByRole('button', { name: /^Apple Calendar/ }), 'Enter')
    const saved = await (await saving).path()
    expect(await readFile(saved, 'utf8')).toContain(`DTSTART:${start}`)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  test('how to get there is beside the ticket, on the page about the tests, and there without a network', async () => {
    const ticket = await withTicket(stage)
    const visitor = await stage.installer()
    const { page } = visitor
    await open(stage, visitor, ticket)
    await wayIsShown(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toContain('sixfold-ticket')
    await page.waitForLoadState('networkidle')
    await keptOffline(page, MY_TESTS)
    await visitor.setOffline(true)
    await page.reload()
    await page.getByText('Kept on this device').waitFor()
    await page.getByRole('article', { name: `Ticket ${ticket.code}` }).waitFor()
    await wayIsShown(page)
    await page.getByText('Clean indoor shoes with grip').waitFor()
    await visitor.setOffline(false)

    const html = await (await fetch(`${stage.server.url}/en-gb/my-account-about-the-tests`)).text()
    for (const part of ['Getting there.', 'Without steps', 'https://maps.apple.com/?q=The%20Academy'])
      expect(html, part).toContain(part)
    const other = await stage.visitor()
    await other.page.goto('/en-gb/my-account-about-the-tests#getting-there')
    await wayIsShown(other.page)
    expect(await inspect(other.page, 'getting-there')).toEqual([])
    // A map is a link: nothing is loaded from elsewhere.
    const origins = new Set(other.requests.map((request) => new URL(request.split(' ')[1] ?? '').origin))
    expect([...origins]).toEqual([stage.server.url])
  })
})

describe.skipIf(!hasOpenssl())('with keys for wallets (made by openssl)', () => {
  const stage = Stage.set(() => Promise.resolve({ flags: walletFlags() }))

  test('a confirmed ticket goes into both wallets', async () => {
    const ticket = await withTicket(stage)
    const visitor = await stage.visitor()
    const { page } = visitor
    await open(stage, visitor, ticket)
    expect(await inspect(page, 'ticket-wallets')).toEqual([])

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Add to Apple Wallet' }).click()
    const body = await readFile(await (await saving).path())
    expect(body.subarray(0, 2).toString()).toBe('PK')
    expect(body.toString('latin1')).toContain(`"message":"${ticket.code}"`)

    await page.route('https://pay.google.com/**', (route) => route.fulfill({ body: 'Google’s page' }))
    await page.getByRole('button', { name: 'Add to Google Wallet' }).click()
    await page.waitForURL('https://pay.google.com/gp/v/save/*')
    expect(page.url().length).toBeLessThanOrEqual(1_800)
  })

  test('what is no longer confirmed goes into none, and says so', async () => {
    const ticket = await withTicket(stage)
    const visitor = await stage.visitor()
    const { page } = visitor
    await open(stage, visitor, ticket)
    await expect.poll(() => wallets(page).count()).toBe(2)
    await page.route('**/api/event/ticket/google**', (route) =>
      route.fulfill({
        status: 409,
        json: {
          succeeded: false,
          data: null,
          error: { errorCode: 'STATUS_CONFLICT', errorMessage: 'Over.' },
        },
      }),
    )
    await page.getByRole('button', { name: 'Add to Google Wallet' }).click()
    await page.getByRole('article').getByRole('alert').waitFor()
    visitor.complaints.length = 0
    await page.getByRole('button', { name: 'Cancel booking' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, cancel it' }).click()
    await page.getByRole('article', { name: /^Ticket / }).waitFor({ state: 'detached' })
    expect(await wallets(page).count()).toBe(0)
  })
})

async function address(page: Page, name: string): Promise<URL> {
  const link = page.getByRole('link', { name, exact: true })
  expect(await link.getAttribute('rel')).toBe('noreferrer')
  return new URL((await link.getAttribute('href')) ?? '')
}

async function wayIsShown(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Getting there.' }).first().waitFor()
  for (const name of ['Without steps', 'Public transport', 'Parking'])
    await page.getByRole('heading', { name }).first().waitFor()
  const maps = page.getByRole('list', { name: 'Open in maps' }).first()
  await expect
    .poll(() => maps.getByRole('link').allInnerTexts())
    .toEqual(['Apple Maps', 'Google Maps', 'OpenStreetMap'])
}
