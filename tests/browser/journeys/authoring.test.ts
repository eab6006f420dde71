// The editors' work as the programme-delivery team does it, and what visitors see of it.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import type { FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import type { Visitor } from '../harness/browser.ts'
import { session } from '../harness/cookies.ts'
import { inspect } from '../harness/inspect.ts'
import { DEMO, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const AREA = '/en-gb/staff-account-pd-admin'
const AUTHORING = 'api/content/sixfold-en-gb/authoring/v1'

async function staff(name = 'delivery'): Promise<Visitor> {
  const visitor = await stage.visitor()
  const account = { emailAddress: `${name}@sixfold.example`, password: DEMO }
  await signIn(visitor, stage.server.url, account as Athlete)
  return visitor
}

async function edit(visitor: Visitor, item: string, view = ''): Promise<Page> {
  await visitor.page.goto(`${AREA}?section=content&item=${item}${view && `&view=${view}`}`)
  await visitor.page.getByRole('navigation', { name: 'Views of this item' }).waitFor()
  return visitor.page
}

const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Preview"]')
const saved = (page: Page) => page.getByText('Draft saved: visitors still see what they saw before')
const shown = (page: Page) => page.getByText('Ready: visitors see this now')
const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)

/** What visitors are served, from the API and as the first HTML. */
async function visitorsSee(item: string, path = '/en-gb/'): Promise<{ item: string; page: string }> {
  const { url } = stage.server
  const rendered = await fetch(`${url}/api/content/sixfold-en-gb/delivery/v1/rendering/context/${item}`)
  return { item: await rendered.text(), page: await (await fetch(`${url}${path}`)).text() }
}

/** A write past the screen, as a colleague's. */
async function write(visitor: Visitor, method: string, path: string, data: unknown): Promise<unknown> {
  const { request } = visitor.context
  const csrf = (await (await request.get(`${stage.server.url}/api/auth/csrf`)).json()) as {
    csrfToken: string
  }
  const answer = await request.fetch(`${stage.server.url}/${AUTHORING}/${path}`, {
    method,
    data,
    headers: { 'x-csrf-token': csrf.csrfToken },
  })
  const body = (await answer.json()) as { data: unknown; error: unknown }
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${JSON.stringify(body.error)}`)
  return body.data
}

async function read(visitor: Visitor, path: string): Promise<unknown> {
  const answer = await visitor.context.request.get(`${stage.server.url}/${AUTHORING}/${path}`)
  return ((await answer.json()) as { data: unknown }).data
}

interface Stored {
  item: { id: string; rev: number; elements: Record<string, unknown> }
}

test('only the delivery team gets in; everybody else is signed out', async () => {
  const athlete = await staff('athlete')
  await athlete.page.goto(AREA)
  await athlete.page
    .getByText('not open to your account', { exact: false })
    .or(athlete.page.locator('main h1'))
    .first()
    .waitFor()
  await athlete.page.waitForURL((url) => !url.pathname.includes('staff-account'))
  await expect.poll(() => session(athlete.context, stage.server.url)).toEqual({})
})

test('a headline goes from the form to the preview, to a draft, to visitors', async () => {
  const visitor = await staff()
  const page = await edit(visitor, 'home-hero')
  const fresh = 'Six ways to win.'
  await field(page, 'headline').fill(fresh)
  await preview(page).getByRole('heading', { name: fresh }).waitFor()
  expect((await visitorsSee('home-hero')).item, 'nothing is saved yet').not.toContain(fresh)

  await page.getByRole('button', { name: 'Save draft' }).click()
  await saved(page).waitFor()
  const before = await visitorsSee('home-hero')
  expect(before.item, 'a draft is for editors').not.toContain(fresh)
  expect(before.page).not.toContain(fresh)

  await page.getByRole('button', { name: 'Make ready' }).click()
  await shown(page).waitFor()
  const after = await visitorsSee('home-hero')
  expect(after.item).toContain(fresh)
  expect(after.page, 'in the first HTML too').toContain(fresh)
  const guest = await stage.visitor()
  await guest.page.goto('/en-gb/')
  await guest.page.getByRole('heading', { level: 1, name: fresh }).waitFor()
})

test('an earlier version is compared, brought back, and made ready', async () => {
  const visitor = await staff()
  const page = await edit(visitor, 'home-statement')
  const old = await field(page, 'headline').inputValue()
  await field(page, 'headline').fill('A headline that nobody likes.')
  await page.getByRole('button', { name: 'Make ready' }).click()
  await shown(page).waitFor()

  await page.getByRole('link', { name: 'History' }).click()
  const change = page.getByRole('region', { name: 'Headline' })
  await change.locator('ins').first().waitFor()
  await expect
    .poll(() => change.locator('del').count(), { message: 'what went is marked' })
    .toBeGreaterThan(0)
  const marked = async () => (await change.locator('ins').allInnerTexts()).join(' ')
  await expect.poll(marked, { message: 'what came is marked' }).toContain('nobody')

  await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last().click()
  await page.reload()
  await page.getByRole('button', { name: 'Bring this version back' }).click()
  await page.getByText('is back as a draft', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Make ready' }).waitFor()
  await expect.poll(() => field(page, 'headline').inputValue()).toBe(old)
  expect((await visitorsSee('home-statement')).item).toContain('nobody likes')
  await page.getByRole('button', { name: 'Make ready' }).click()
  await shown(page).waitFor()
  expect((await visitorsSee('home-statement')).item).not.toContain('nobody likes')
})

test('two people who edit the same item end with one, and lose nothing', async () => {
  const mine = await staff()
  const theirs = await staff()
  const page = await edit(mine, 'home-call-to-action')
  await field(page, 'headline').fill('My headline.')

  const { item } = (await read(theirs, 'content/home-call-to-action')) as Stored
  const link = item.elements.link as Record<string, unknown>
  const elements = {
    ...item.elements,
    headline: { elementType: 'text', value: 'Their headline.' },
    link: { ...link, linkText: 'Their button' },
  }
  await write(theirs, 'PUT', `content/${item.id}`, { ...item, elements, status: 'ready' })

  await page.getByRole('button', { name: 'Save draft' }).click()
  const dialog = page.getByRole('alertdialog')
  const headline = dialog.getByRole('region', { name: 'Headline' })
  await headline.getByText('Their headline.').waitFor()
  await headline.getByText('My headline.').waitFor()
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Save both as one draft' }).isDisabled())
    .toBe(true)
  expect(await inspect(mine, 'authoring-conflict')).toEqual([])
  await headline.getByLabel('Mine').check()
  await dialog.getByRole('button', { name: 'Save both as one draft' }).click()
  await saved(page).waitFor()

  await expect.poll(() => field(page, 'headline').inputValue()).toBe('My headline.')
  await expect
    .poll(() => field(page, 'link.linkText').inputValue(), { message: 'what only they changed' })
    .toBe('Their button')
  const { item: now } = (await read(mine, 'content/home-call-to-action')) as Stored
  expect(now.rev).toBe(item.rev + 2)
  expect(now.elements.headline).toEqual({ elementType: 'text', value: 'My headline.' })
})

test('script in a rich text does no harm, in the form, the preview or on the page', async () => {
  const visitor = await staff()
  const page = await edit(visitor, 'about-scoring')
  const attack =
    'Fair <script>window.hit = 1</script><img src=x onerror="window.hit = 2"> **play** [x](javascript:window.hit=3)'
  await page.getByRole('tab', { name: 'Markdown' }).first().click()
  await page.getByLabel('Text as Markdown').fill(attack)
  await preview(page).getByText('play').waitFor()
  await expect
    .poll(() => preview(page).locator('script, img[onerror], a[href^="javascript"]').count())
    .toBe(0)
  await page.getByRole('button', { name: 'Make ready' }).click()
  await shown(page).waitFor()
  const guest = await stage.visitor()
  await guest.page.goto('/en-gb/my-account-about-the-tests')
  await guest.page.getByText('Fair').first().waitFor()
  const hits = await Promise.all(
    [page, guest.page].map((at) => at.evaluate(() => (window as { hit?: number }).hit)),
  )
  expect(hits).toEqual([undefined, undefined])
  // What the first queries are spared stands in the page as data, where nothing runs.
  const { page: whole } = await visitorsSee('about', '/en-gb/my-account-about-the-tests')
  const html = whole.replaceAll(/<script type="application\/json"[^>]*>.*?<\/script>/gs, '')
  expect(html).not.toContain('<script>window.hit')
  expect(html).not.toContain('onerror')
  expect(html).not.toContain('javascript:window')
})

test('rich text is written with the tools, and stored as Markdown', async () => {
  const visitor = await staff()
  const page = await edit(visitor, 'home-prize')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Train ')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('like a pro')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type(' for a year.')
  await page.getByRole('tab', { name: 'Markdown' }).first().click()
  await expect
    .poll(() => page.getByLabel('Text as Markdown').inputValue())
    .toBe('Train **like a pro** for a year.')
  await preview(page).locator('strong', { hasText: 'like a pro' }).waitFor()
})

test('a new page with two components stands at its address without a developer', async () => {
  const visitor = await staff()
  const { page } = visitor
  await page.goto(AREA)
  await page.getByRole('button', { name: 'New item' }).click()
  const form = page.getByRole('dialog').getByRole('form')
  await form.getByLabel('What is it?').selectOption('flexi-page')
  await form.getByLabel('Name').fill('News')
  await expect.poll(() => form.getByLabel('Address').inputValue()).toBe('/news')
  await form.getByRole('button', { name: 'Create it' }).click()
  await page.getByRole('heading', { level: 2, name: 'News' }).waitFor()
  expect((await fetch(`${stage.server.url}/en-gb/news`)).status, 'a draft is nobody’s page').toBe(404)

  // Not finished yet: what is missing is summed up and stands beside its field.
  await page.getByRole('button', { name: 'Make ready' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'between this and visitors' })
  await summary.waitFor()
  await summary.getByRole('link').first().click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('description')
  expect(await inspect(visitor, 'authoring-problems')).toEqual([])

  await field(page, 'description').fill('What is new at the academy.')
  await field(page, 'headline').fill('Fresh off the track.')
  for (const name of ['Homepage: countdown', 'Homepage: how it works']) {
    await page
      .getByRole('group', { name: /^Components/ })
      .getByRole('button', { name: 'Add' })
      .click()
    await page.getByRole('dialog').getByLabel('Search').fill(name)
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
  // In order by the keyboard alone.
  await page.getByRole('button', { name: 'Move Homepage: how it works: arrow keys, or drag' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.getByText('Homepage: how it works is now 1 of 2.').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Make ready' }).click()
  await shown(page).waitFor()

  const { item } = (await read(visitor, 'content/news')) as Stored
  expect(item.elements.components).toEqual({
    elementType: 'reference',
    values: [{ id: 'home-how-it-works' }, { id: 'home-countdown' }],
  })
  const html = await fetch(`${stage.server.url}/en-gb/news`)
  expect(html.status).toBe(200)
  expect(await html.text()).toContain('Fresh off the track.')
  const guest = await stage.visitor()
  await guest.page.goto('/en-gb/news')
  await guest.page.getByRole('heading', { level: 1, name: 'Fresh off the track.' }).waitFor()
  await guest.page
    .locator('[data-item="home-how-it-works"] + *, [data-item="home-how-it-works"]')
    .first()
    .waitFor()
  const order = await guest.page
    .locator('[data-item]')
    .evaluateAll((found) => found.map((part) => part.getAttribute('data-item')))
  expect(order).toEqual(['home-how-it-works', 'home-countdown'])
})

test('a picture and a reference that are not there are shown as problems, and the rest is drawn', async () => {
  const visitor = await staff()
  await write(visitor, 'POST', 'content', {
    id: 'broken-page',
    name: 'Broken page',
    typeId: 'image-left-content-right-page',
    elements: {
      path: { elementType: 'text', value: '/broken' },
      template: { elementType: 'category', categories: ['Image-Left-Content-Right'] },
      title: { elementType: 'text', value: 'Broken' },
      description: { elementType: 'text', value: 'Not whole.' },
      headline: { elementType: 'text', value: 'Still standing.' },
      image: { elementType: 'image', id: 'no-such-picture', altText: '' },
      components: { elementType: 'reference', values: [{ id: 'no-such-item' }, { id: 'home-countdown' }] },
    },
  })
  const page = await edit(visitor, 'broken-page')
  await page.getByText('There is no such item. Pages leave it out.').waitFor()
  await page.getByText('This picture is not in the library. Pages leave it out.').waitFor()
  await preview(page).getByText('“no-such-item” is not there').waitFor()
  await preview(page).getByRole('heading', { name: 'Still standing.' }).waitFor()
  await page.goto(`${AREA}?section=content&search=broken`)
  const line = page.getByRole('row', { name: /Broken page/ })
  await line.waitFor()
  await expect.poll(() => line.innerText()).toMatch(/\d problems?/)
})

test('unsaved words are not lost by leaving, nor by a reload', async () => {
  const visitor = await staff()
  const page = await edit(visitor, 'home-countdown')
  const old = await field(page, 'headline').inputValue()
  await field(page, 'headline').fill('Half a thought')
  await page.getByText('Not saved yet').waitFor()
  await page.getByRole('link', { name: 'All content' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect.poll(() => field(page, 'headline').inputValue()).toBe('Half a thought')
  await page.getByRole('link', { name: 'All content' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'New item' }).waitFor()

  await edit(visitor, 'home-countdown')
  await expect.poll(() => field(page, 'headline').inputValue()).toBe(old)
  await page.getByRole('button', { name: 'Take it up again' }).click()
  await expect.poll(() => field(page, 'headline').inputValue()).toBe('Half a thought')
  await page.getByRole('button', { name: 'Undo all' }).click()
  await expect.poll(() => field(page, 'headline').inputValue()).toBe(old)
})

test('an item that others show is not deleted; one that nobody shows goes and comes back', async () => {
  const visitor = await staff()
  const page = await edit(visitor, 'home-hero')
  await page.getByRole('button', { name: 'Delete this item' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click()
  await page.getByRole('alertdialog').getByRole('link', { name: 'Homepage' }).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'All right' }).click()

  await write(visitor, 'POST', 'content', { id: 'nobodys', name: 'Nobody’s', typeId: 'statement' })
  await edit(visitor, 'nobodys')
  await page.getByRole('button', { name: 'Delete this item' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('“Nobody’s” is gone.').waitFor()
  await page.goto(`${AREA}?section=content&status=deleted`)
  await page.getByRole('button', { name: 'Bring Nobody’s back' }).click()
  await page.getByRole('heading', { level: 2, name: 'Nobody’s' }).waitFor()
  const { item } = (await read(visitor, 'content/nobodys')) as Stored
  expect(item).toMatchObject({ name: 'Nobody’s', status: 'draft' })
})

test('a picture is uploaded, chosen and shown', async () => {
  const visitor = await staff()
  const { page } = visitor
  await page.goto(`${AREA}?section=images`)
  const file = await readFile(resolve(import.meta.dirname, '../../../docs/booking-page.png'))
  const form = page.getByRole('form', { name: 'Add a picture' })
  await form.getByRole('button', { name: 'Add the picture' }).click()
  await form.getByRole('alert').getByText('Choose a file first.').waitFor()
  await form
    .locator('[type="file"]')
    .setInputFiles({ name: 'track.png', mimeType: 'image/png', buffer: file })
  await form.getByLabel('What it shows').fill('The booking page')
  await form.getByRole('button', { name: 'Add the picture' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'track' })
    .getByRole('img', { name: 'The booking page' })
    .waitFor()
  expect(await inspect(visitor, 'authoring-images')).toEqual([])

  await edit(visitor, 'home-hero')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await page.getByRole('button', { name: 'Choose track' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await saved(page).waitFor()
  const { item } = (await read(visitor, 'content/home-hero')) as Stored
  expect(item.elements.image).toMatchObject({ elementType: 'image', altText: 'The booking page' })
})

test('closing the site is asked twice, and opening it again is not', async () => {
  const visitor = await staff()
  const { page } = visitor
  await page.goto(`${AREA}?section=settings`)
  await page.getByRole('switch', { name: /^Maintenance/ }).check()
  await page.getByText('This closes the site').waitFor()
  await page.getByRole('button', { name: 'Make ready' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Close the site?' })
  await dialog.getByRole('button', { name: 'Leave it open' }).click()
  expect((await fetch(`${stage.server.url}/en-gb/`)).status).toBe(200)
  await page.getByRole('button', { name: 'Make ready' }).click()
  await dialog.getByRole('button', { name: 'Yes, close it' }).click()
  await shown(page).waitFor()
  expect((await fetch(`${stage.server.url}/en-gb/`)).status).toBe(503)

  await page.goto(`${AREA}?section=settings`)
  await page.getByRole('switch', { name: /^Maintenance/ }).uncheck()
  await page.getByRole('button', { name: 'Make ready' }).click()
  await shown(page).waitFor()
  expect((await fetch(`${stage.server.url}/en-gb/`)).status).toBe(200)
})

// Every screen at every width, in daylight: nothing that axe finds, nothing wider than its window.
const SCREENS: readonly (readonly [string, (visitor: Visitor) => Promise<unknown>])[] = [
  [
    'list',
    async ({ page }) => {
      await page.goto(`${AREA}?section=content&kind=page`)
      await page.getByRole('row').nth(3).waitFor()
    },
  ],
  [
    'new',
    async ({ page }) => {
      await page.goto(`${AREA}?section=content&status=draft`)
      await page.getByRole('button', { name: 'New item' }).click()
    },
  ],
  [
    'editor',
    async (visitor) => {
      const page = await edit(visitor, 'home-how-it-works')
      await page.locator('summary').first().click()
      await page.getByRole('toolbar').first().waitFor()
      await preview(page).getByRole('heading', { level: 2 }).waitFor()
    },
  ],
  [
    'preview',
    async (visitor) => {
      const page = await edit(visitor, 'home-prize')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Show the preview' }).click()
      await preview(page).getByRole('heading').first().waitFor()
    },
  ],
  [
    'picker',
    async (visitor) => {
      const page = await edit(visitor, 'book-test')
      const components = page.getByRole('group', { name: /^Components/ })
      await components.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  ],
  [
    'settings',
    async ({ page }) => {
      await page.goto(`${AREA}?section=settings`)
      await page.getByRole('switch', { name: /^Maintenance/ }).check()
      await page.getByText('This closes the site').waitFor()
    },
  ],
  [
    'history',
    async (visitor) => {
      const page = await edit(visitor, 'home-countdown', 'history')
      await page.getByRole('navigation', { name: 'Versions' }).waitFor()
    },
  ],
]

test.each(SCREENS)('the screen %s stands at every width', async (name, arrive) => {
  const visitor = await staff()
  await arrive(visitor)
  expect(await inspect(visitor, `authoring-${name}`)).toEqual([])
})
