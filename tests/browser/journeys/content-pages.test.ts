// Authored pages: what an author writes appears, its links do what they say, and what is wrong takes nothing else down.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { Author, link, rich, text } from '../harness/authoring.ts'
import type { Visitor } from '../harness/browser.ts'
import { inspect } from '../harness/inspect.ts'
import { signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'
import { takenOver } from '../harness/takeover.ts'

const stage = Stage.set()

beforeAll(async () => {
  const author = await Author.signIn(stage.api)
  await author.publish('news-body', 'text-block', {
    headline: text('A new track'),
    text: rich(
      'It is **fast**. Read [what is not there](/no-such-page) or [the tests](/my-account-about-the-tests#speed).',
    ),
  })
  await author.publish('news-steps', 'steps', {
    headline: text('Three moves'),
    steps: { elementType: 'group', values: [{ title: text('Come'), text: rich('Early.') }] },
  })
  await author.publish('news-small-print', 'text-block', {
    headline: text('Small print'),
    text: rich('Spikes stay at home.'),
  })
  await author.publish('news-actions', 'call-to-action', {
    headline: text('What now?'),
    link: link('Back up', { action: 'scroll', target: 'news-body' }),
    secondaryLink: link('Small print', { action: 'modal', target: 'news-small-print' }),
  })
  await author.publish('news-more', 'call-to-action', {
    headline: text('Anything else?'),
    link: link('Cancel my test', { action: 'cancel-booking' }),
    secondaryLink: link('See you', { action: 'logout' }),
  })
  await author.publish('news-whole', 'call-to-action', {
    headline: text('All of it?'),
    link: link('Everything', { action: 'full-modal', target: 'news-small-print' }),
  })
  await author.publishPage('news', '/news', 'What is new.', [
    'news-body',
    'news-steps',
    'news-actions',
    'news-whole',
    'news-more',
  ])
})

const open = async ({ page }: Visitor) => {
  await page.goto('/en-gb/news')
  await page.getByRole('button', { name: 'Small print' }).waitFor()
  await takenOver(page)
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a page that somebody wrote stands at its address, in its order', async () => {
  const answer = await fetch(`${stage.server.url}/en-gb/news`)
  expect(answer.status).toBe(200)
  const visitor = await stage.visitor()
  await open(visitor)
  const { page } = visitor
  await expect.poll(() => page.title()).toMatch(/^What is new\./)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['What is new.'])
  const main = page.getByRole('main')
  await expect
    .poll(() => main.getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(['A new track', 'Three moves', 'What now?', 'All of it?', 'Anything else?'])
  await expect.poll(() => main.locator('strong').first().textContent()).toBe('fast')
  await expect.poll(() => page.locator('title').count()).toBe(1)
  await expect.poll(() => page.locator('meta[name="description"]').count()).toBe(1)
})

test('its links lead below the prefix, and an address without a page says so', async () => {
  const visitor = await stage.visitor()
  await open(visitor)
  const { page } = visitor
  await page.getByRole('link', { name: 'what is not there' }).click()
  await page.getByText('The page you are looking for cannot be found').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'the tests' }).click()
  await page.waitForURL('**/en-gb/my-account-about-the-tests#speed')
  await expect
    .poll(() => page.evaluate(() => document.getElementById('speed')?.getBoundingClientRect().top ?? 9999))
    .toBeLessThan(400)
})

test('scroll, modal and full modal', { timeout: 240_000 }, async () => {
  const visitor = await stage.visitor()
  await open(visitor)
  const { page } = visitor
  const back = page.getByRole('link', { name: 'Back up' })
  for (let press = 0; press < 2; press++) {
    await back.click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-item')))
      .toBe('news-body')
  }

  const small = page.getByRole('button', { name: 'Small print' })
  await small.click()
  const modal = dialog(page, 'Small print')
  await modal.getByText('Spikes stay at home.').waitFor()
  expect(await inspect(page, 'news-modal')).toEqual([])
  // The page behind is inert: the focus goes round inside.
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    )
    expect(inside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await modal.waitFor({ state: 'detached' })
  expect(await small.evaluate((button) => button === document.activeElement)).toBe(true)

  await page.getByRole('button', { name: 'Everything' }).click()
  const whole = dialog(page, 'Small print')
  await whole.getByText('Spikes stay at home.').waitFor()
  expect(await inspect(page, 'news-full-modal')).toEqual([])
  const box = await whole.boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
  await whole.getByRole('button', { name: 'Close' }).click()
  await whole.waitFor({ state: 'detached' })
})

test('cancel booking takes the open booking after one question, and signing out leaves', async () => {
  const athlete = await stage.api.athlete()
  const { eventBookingId } = await stage.api.bookFirst(athlete)
  const visitor = await stage.signedIn(athlete)
  const { page } = visitor
  await open(visitor)

  await page.getByRole('button', { name: 'Cancel my test' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel your test?' })
  const sent = page.waitForRequest((request) => request.url().includes('/api/user/event/cancel'))
  await question.getByRole('button', { name: 'Yes, cancel it' }).click()
  const { uaid } = athlete
  expect((await sent).postDataJSON()).toMatchObject({ uaid, eventBookingID: eventBookingId })
  await question.waitFor({ state: 'detached' })
  await page.getByText(/^Cancelled:/).waitFor()
  expect((await stage.api.entries(athlete))[0]?.eventTestStatus).not.toBe('booked')

  await page.getByRole('button', { name: 'Cancel my test' }).click()
  const nothing = dialog(page, 'Nothing to cancel')
  await nothing.getByRole('button', { name: 'Close' }).last().click()
  await nothing.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'See you' }).click()
  await page.waitForURL('**/en-gb/')
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
})

test('a component of a type that nobody draws shows nothing, and the rest stands', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  // In the first HTML and in what is requested afterwards.
  for (const address of ['**/en-gb/news', '**/rendering/context/**'])
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      const body = await answer.text()
      await route.fulfill({
        response: answer,
        body: body.replaceAll('"typeId":"steps"', '"typeId":"of-tomorrow"'),
      })
    })
  await open(visitor)
  await page.getByRole('heading', { name: 'A new track' }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Three moves' }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a component whose code does not come stays as the server drew it, or says so; the rest stands', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await page.route(/\/assets\/Steps-[^/]*\.js$/, (route) => route.abort())
  const moves = page.getByRole('heading', { name: 'Three moves' })
  await open(visitor)
  await moves.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => moves.count()).toBe(1)
  // Come to from another page, it was never drawn.
  await page.getByRole('link', { name: 'the tests' }).click()
  await page.getByRole('heading', { level: 1, name: /^Know the test/ }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'A new track' }).waitFor()
  await page.getByRole('alert').getByText('This part tripped').waitFor()
  await expect.poll(() => moves.count()).toBe(0)
  // The browser says that a file did not come; that is the point here.
  visitor.complaints.length = 0
})

test('the foot leads by the state of sign-in, and the burger is reset when the width changes', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await open(visitor)
  const foot = page.getByRole('contentinfo')
  const href = (name: string) => foot.getByRole('link', { name, exact: true }).getAttribute('href')
  await expect.poll(() => href('My account')).toBe('/en-gb/login')
  await expect.poll(() => href('Take your shot')).toBe('/en-gb/register')
  await expect.poll(() => href('FAQ')).toBe('/en-gb/frequently-asked-questions')
  await expect.poll(() => href('Privacy')).toBe('/en-gb/terms-and-conditions#privacy')
  await expect.poll(() => href('Consent')).toBe('/en-gb/terms-and-conditions#consent')

  await signIn(visitor, stage.server.url, await stage.api.athlete())
  await open(visitor)
  await expect.poll(() => href('My account')).toBe('/en-gb/my-account')
  await expect.poll(() => href('Take your shot')).toBe('/en-gb/my-account-book-test')

  const burger = page.getByRole('button', { name: 'Open menu' })
  await burger.click()
  const menu = dialog(page, 'Menu')
  const entries = menu.getByRole('navigation').getByRole('link')
  await entries.first().waitFor()
  const offered = async () => (await entries.allTextContents()).map((entry) => entry.toUpperCase())
  await expect
    .poll(offered)
    .toEqual([
      'HOMEPAGE',
      'ATHLETE PAGE',
      'LEADERBOARD',
      'MEDIA CENTER',
      'BOOK A TEST',
      'MY PROFILE',
      'FAQS',
      'ABOUT THE TEST',
    ])
  await menu.getByRole('button', { name: 'Log Out' }).waitFor()
  await page.setViewportSize({ width: 1100, height: 900 })
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(() => burger.getAttribute('aria-expanded')).toBe('false')
})
