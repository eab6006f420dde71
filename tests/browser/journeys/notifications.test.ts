// Notifications on a device: offered when they help, switched on and off, shown by the worker, and gone with a sign-out.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { findingsEverywhere } from '../harness/axe.ts'
import type { Visitor } from '../harness/browser.ts'
import { inspect } from '../harness/inspect.ts'
import {
  allowPush,
  blockPush,
  deliver,
  isSubscribed,
  press,
  pushFlags,
  replaceAddress,
  shownBy,
} from '../harness/push.ts'
import { logOut, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const MY_TESTS = '/en-gb/my-account-my-booking'
const MY_PROFILE = '/en-gb/my-account-my-profile'
const BOOK = '/en-gb/my-account-book-test'
const OFFER = /^Shall we remind you on this device/

interface Settings {
  push: { devices: { id: string; name: string }[] }
  topics: Record<string, boolean>
  quietHours: { from: string; until: string } | null
}

const section = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const installed = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

describe('where the server notifies', () => {
  const stage = Stage.set(() => Promise.resolve({ flags: pushFlags() }))

  const settingsOf = async (athlete: Athlete) =>
    (await stage.api.call<Settings>('GET', 'user/notifications', undefined, athlete.token)).data

  /** An athlete with a ticket, on the page with it, in a browser that may notify. */
  async function withTicket(allowed = true): Promise<{ visitor: Visitor; page: Page; athlete: Athlete }> {
    const visitor = await stage.installer()
    await (allowed ? allowPush(visitor, stage.server.url) : blockPush(visitor))
    const athlete = await stage.api.athlete()
    await stage.api.bookFirst(athlete)
    await signIn(visitor, stage.server.url, athlete)
    await visitor.page.goto(MY_TESTS)
    await installed(visitor.page)
    await visitor.page.getByRole('article', { name: /^Ticket/ }).waitFor()
    return { visitor, page: visitor.page, athlete }
  }

  async function accept(page: Page): Promise<void> {
    await page.getByText(OFFER).waitFor()
    await page.getByRole('button', { name: 'Tell me here' }).click()
    await page.getByText('You’ll hear from us here').waitFor()
  }

  test('from the ticket to a device, its switches and its quiet hours', { timeout: 240_000 }, async () => {
    const { visitor, page, athlete } = await withTicket()
    await page.getByText(OFFER).waitFor()
    expect(await inspect(visitor.page, 'ticket-notifications')).toEqual([])
    await accept(page)
    expect((await settingsOf(athlete)).push.devices).toHaveLength(1)

    await page.getByRole('link', { name: 'Choose what and when' }).click()
    await page.waitForURL(`**${MY_PROFILE}#notifications`)
    const own = section(page)
    await own.getByText('This device', { exact: true }).waitFor()
    expect(await inspect(visitor.page, 'my-profile-notifications')).toEqual([])

    await own.getByRole('switch', { name: 'Your result is ready' }).uncheck()
    await expect.poll(async () => (await settingsOf(athlete)).topics.results).toBe(false)
    await own.getByLabel('From', { exact: true }).selectOption('21:30')
    await expect
      .poll(async () => (await settingsOf(athlete)).quietHours)
      .toEqual({ from: '21:30', until: '07:00' })
    await own.getByRole('switch', { name: 'Nothing at night' }).uncheck()
    await expect.poll(async () => (await settingsOf(athlete)).quietHours).toBeNull()
    await page.reload()
    await own.getByRole('switch', { name: 'Your result is ready', checked: false }).waitFor()
    await own.getByRole('switch', { name: 'Nothing at night', checked: false }).waitFor()
    expect((await settingsOf(athlete)).topics).toEqual({
      offers: true,
      bookings: true,
      results: false,
      reminders: true,
      alerts: true,
    })

    // By keyboard: off here, and on again.
    await own.getByRole('button', { name: /^Remove: / }).press('Enter')
    await own.getByText('None yet').waitFor()
    expect((await settingsOf(athlete)).push.devices).toEqual([])
    expect(await isSubscribed(page)).toBe(false)
    await own.getByRole('button', { name: 'Notify me on this device' }).press('Enter')
    await own.getByText('This device', { exact: true }).waitFor()
    // What is on is not offered again.
    await page.goto(MY_TESTS)
    await page.getByRole('article', { name: /^Ticket/ }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByText(OFFER).count()).toBe(0)
  })

  test('once declined, it is not offered again', async () => {
    const { page, athlete } = await withTicket()
    await page.getByText(OFFER).waitFor()
    await page.getByRole('button', { name: 'No, thanks' }).click()
    await page.getByText(OFFER).waitFor({ state: 'detached' })
    for (const path of [MY_TESTS, BOOK, MY_TESTS]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByText(/^Shall we/).count(), path).toBe(0)
    }
    expect((await settingsOf(athlete)).push.devices).toEqual([])
  })

  test('a browser that blocks them is not asked, and My Profile says how to allow them', async () => {
    const { page } = await withTicket(false)
    await page.waitForLoadState('networkidle')
    expect(await page.getByText(OFFER).count()).toBe(0)
    await page.goto(`${MY_PROFILE}#notifications`)
    await section(page)
      .getByText(/blocks notifications from this site.*allow notifications/)
      .waitFor()
    expect(await findingsEverywhere(page, 'blocked')).toEqual([])
  })

  test(
    'the worker shows what is sent, and a press leads to a page of ours',
    { timeout: 240_000 },
    async () => {
      const { visitor, page } = await withTicket()
      await accept(page)
      const origin = stage.server.url
      const [worker] = visitor.context.serviceWorkers()
      if (!worker) throw new Error('there is no worker')
      const offer = {
        title: 'A place is free',
        body: '24 November, 10:15.',
        url: `${BOOK}#offer=7`,
        tag: 'offer-7',
      }
      await deliver(page, origin, offer)
      await expect
        .poll(() => shownBy(page))
        .toEqual([{ title: offer.title, body: offer.body, tag: offer.tag }])
      // A later one on the same matter replaces it.
      await deliver(page, origin, { ...offer, title: 'A place is still free' })
      await expect
        .poll(async () => (await shownBy(page)).map(({ title }) => title))
        .toEqual(['A place is still free'])
      expect(await press(page, worker)).toEqual([`open ${BOOK}#offer=7`])
      await expect.poll(() => shownBy(page)).toEqual([])

      await deliver(page, origin, { title: 'Your test has moved', body: '', url: MY_TESTS, tag: 'booking-1' })
      expect(await press(page, worker)).toEqual([`focus ${MY_TESTS}`])

      for (const strange of [
        'no JSON',
        { title: 'Look', body: '', url: 'https://elsewhere.example/', tag: 'x' },
      ]) {
        await deliver(page, origin, strange)
        expect(await press(page, worker)).toEqual(['open /en-gb/my-account'])
      }
    },
  )

  test('a press leads to the time that has opened, also on an open page', async () => {
    const visitor = await stage.installer()
    await allowPush(visitor, stage.server.url)
    const { page } = visitor
    await page.goto(BOOK)
    await installed(page)
    await page.getByRole('grid').waitFor()
    const [worker] = visitor.context.serviceWorkers()
    if (!worker) throw new Error('there is no worker')
    const url = `${BOOK}?date=2026-12-05T10:15`
    await deliver(page, stage.server.url, { title: 'A time has opened', body: '', url, tag: 'opened-1' })
    expect(await press(page, worker)).toEqual([`focus ${BOOK}`])
    await expect.poll(() => page.url()).toBe(`${stage.server.url}${url}`)
    await page.getByRole('grid').waitFor()
    expect(page.url()).toBe(`${stage.server.url}${url}`)
  })

  test('a press leads to an offer from another place of an open page', async () => {
    const visitor = await stage.installer()
    await allowPush(visitor, stage.server.url)
    const { page } = visitor
    await page.goto(`${BOOK}?date=2026-12-05T10:15`)
    await installed(page)
    await page.getByRole('grid').waitFor()
    const [worker] = visitor.context.serviceWorkers()
    if (!worker) throw new Error('there is no worker')
    const url = `${BOOK}#offer=7`
    await deliver(page, stage.server.url, { title: 'A place is free', body: '', url, tag: 'offer-7' })
    expect(await press(page, worker)).toEqual([`focus ${BOOK}`])
    await expect.poll(() => page.url()).toContain('#offer=7')
    await page.getByRole('grid').waitFor()
    expect(page.url()).toContain('#offer=7')
    expect(page.url()).not.toContain('2026-12-05')
  })

  test('a press leads a window back that has moved on to another page', async () => {
    const { visitor, page } = await withTicket()
    const [worker] = visitor.context.serviceWorkers()
    if (!worker) throw new Error('there is no worker')
    await accept(page)
    await page.getByRole('link', { name: 'Choose what and when' }).click()
    await page.waitForURL(`**${MY_PROFILE}#notifications`)
    await section(page).waitFor()
    await deliver(page, stage.server.url, {
      title: 'Your test has moved',
      body: '',
      url: MY_TESTS,
      tag: 'booking-1',
    })
    expect(await press(page, worker)).toEqual([`focus ${MY_TESTS}`])
    await page.waitForURL(`**${MY_TESTS}`)
    await page.getByRole('article', { name: /^Ticket/ }).waitFor()
  })

  test('a press asks before what is typed in a dialog is lost', { timeout: 120_000 }, async () => {
    const { visitor, page } = await withTicket()
    const [worker] = visitor.context.serviceWorkers()
    if (!worker) throw new Error('there is no worker')
    await page.goto(`${MY_PROFILE}?from=home`)
    await page.locator('#signing-in').getByRole('button', { name: 'Change address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change your e-mail' })
    const typed = dialog.getByLabel('New e-mail')
    await typed.fill('robin@example.org')
    const url = `${MY_PROFILE}#notifications`
    const pressed = async () => {
      await deliver(page, stage.server.url, { title: 'Your choices', body: '', url, tag: 'choices' })
      expect(await press(page, worker)).toEqual([`focus ${MY_PROFILE}`])
      const notice = page.getByRole('region', { name: 'Notification', exact: true })
      await notice.getByText('Open your notification?').waitFor()
      return notice
    }
    const first = await pressed()
    expect(await inspect(page, 'open-notification')).toEqual([])
    await first.getByRole('button', { name: 'Later' }).click()
    await first.waitFor({ state: 'detached' })
    expect(await typed.inputValue()).toBe('robin@example.org')
    await (await pressed()).getByRole('button', { name: 'Open it anyway' }).click()
    await page.waitForURL(`**${url}`)
    await section(page).waitFor()
    expect(await dialog.count()).toBe(0)
  })

  test('an address that the browser has replaced is told again', async () => {
    const { page, athlete } = await withTicket()
    await accept(page)
    const [before] = (await settingsOf(athlete)).push.devices
    await replaceAddress(page)
    await page.reload()
    await expect
      .poll(async () => (await settingsOf(athlete)).push.devices.map(({ id }) => id === before?.id))
      .toEqual([false])
  })

  test(
    'signing out takes the device off, and so does somebody else who signs in',
    { timeout: 240_000 },
    async () => {
      const { page, athlete } = await withTicket()
      await accept(page)
      await logOut(page)
      expect(await isSubscribed(page)).toBe(false)
      const again = (await stage.api.call<{ token: string }>('POST', 'user/login', athlete)).data
      expect((await settingsOf({ ...athlete, token: again.token })).push.devices).toEqual([])

      const next = await withTicket()
      await accept(next.page)
      await next.visitor.context.clearCookies()
      await signIn(next.visitor, stage.server.url, await stage.api.athlete())
      await next.page.goto('/en-gb/frequently-asked-questions')
      await next.page.getByRole('button', { name: 'Open menu' }).waitFor()
      await expect.poll(() => isSubscribed(next.page)).toBe(false)
    },
  )
})

describe('where the server does not notify', () => {
  const stage = Stage.set()

  test('nothing speaks of it', async () => {
    const visitor = await stage.installer()
    await allowPush(visitor, stage.server.url)
    const { page } = visitor
    await signIn(visitor, stage.server.url, await stage.api.athlete())
    await page.goto(MY_PROFILE)
    await page.getByRole('heading', { name: 'Keep me posted' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByText('Notifications').count()).toBe(0)
  })
})
