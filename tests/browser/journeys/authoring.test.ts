// The life of an item with its editors: drafts, versions, two at once, what was not saved, what was deleted, a closed site.
import { expect, test } from 'vitest'

import { Author, text } from '../harness/authoring.ts'
import { session } from '../harness/cookies.ts'
import { AREA, edit, field, preview, saved, shown, visitorsSee } from '../harness/editors.ts'
import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

test('only the delivery team gets in; everybody else is signed out', async () => {
  const athlete = await stage.signedIn('athlete')
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
  const visitor = await stage.signedIn('delivery')
  const page = await edit(visitor, 'home-hero')
  const fresh = 'Six ways to win.'
  await field(page, 'headline').fill(fresh)
  await preview(page).getByRole('heading', { name: fresh }).waitFor()
  expect((await visitorsSee(stage, 'home-hero')).item, 'nothing is saved yet').not.toContain(fresh)

  await page.getByRole('button', { name: 'Save draft' }).click()
  await saved(page).waitFor()
  const before = await visitorsSee(stage, 'home-hero')
  expect(before.item, 'a draft is for editors').not.toContain(fresh)
  expect(before.page).not.toContain(fresh)

  await page.getByRole('button', { name: 'Publish' }).click()
  await shown(page).waitFor()
  const after = await visitorsSee(stage, 'home-hero')
  expect(after.item).toContain(fresh)
  expect(after.page, 'in the first HTML too').toContain(fresh)
  const guest = await stage.open('/en-gb/')
  await guest.getByRole('heading', { level: 1, name: fresh }).waitFor()
})

test('an earlier version is compared, brought back, and made ready', async () => {
  const visitor = await stage.signedIn('delivery')
  const page = await edit(visitor, 'home-statement')
  const old = await field(page, 'headline').inputValue()
  await field(page, 'headline').fill('A headline that nobody likes.')
  await page.getByRole('button', { name: 'Publish' }).click()
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
  await page.getByRole('button', { name: 'Publish' }).waitFor()
  await expect.poll(() => field(page, 'headline').inputValue()).toBe(old)
  expect((await visitorsSee(stage, 'home-statement')).item).toContain('nobody likes')
  await page.getByRole('button', { name: 'Publish' }).click()
  await shown(page).waitFor()
  expect((await visitorsSee(stage, 'home-statement')).item).not.toContain('nobody likes')
})

test('two people who edit the same item end with one, and lose nothing', async () => {
  const mine = await stage.signedIn('delivery')
  const colleague = await Author.signIn(stage.api)
  const page = await edit(mine, 'home-call-to-action')
  await field(page, 'headline').fill('My headline.')

  const before = await colleague.item('home-call-to-action')
  await colleague.change('home-call-to-action', {
    headline: { elementType: 'text', value: 'Their headline.' },
    link: { ...(before.elements.link as object), linkText: 'Their button' },
  })

  await page.getByRole('button', { name: 'Save draft' }).click()
  const dialog = page.getByRole('alertdialog')
  const headline = dialog.getByRole('region', { name: 'Headline' })
  await headline.getByText('Their headline.').waitFor()
  await headline.getByText('My headline.').waitFor()
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Save both as one draft' }).isDisabled())
    .toBe(true)
  expect(await inspect(mine.page, 'authoring-conflict')).toEqual([])
  await headline.getByLabel('Mine').check()
  await dialog.getByRole('button', { name: 'Save both as one draft' }).click()
  await saved(page).waitFor()

  await expect.poll(() => field(page, 'headline').inputValue()).toBe('My headline.')
  await expect
    .poll(() => field(page, 'link.linkText').inputValue(), { message: 'what only they changed' })
    .toBe('Their button')
  const after = await colleague.item('home-call-to-action')
  expect(after.rev).toBe(before.rev + 2)
  expect(after.elements.headline).toEqual({ elementType: 'text', value: 'My headline.' })
})

test('unsaved words are not lost by leaving, nor by a reload', async () => {
  const visitor = await stage.signedIn('delivery')
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
  await page.getByRole('button', { name: 'Carry on with it' }).click()
  await expect.poll(() => field(page, 'headline').inputValue()).toBe('Half a thought')
  await page.getByRole('button', { name: 'Undo all' }).click()
  await expect.poll(() => field(page, 'headline').inputValue()).toBe(old)
})

test('an item that others show is not deleted; one that nobody shows goes and comes back', async () => {
  const visitor = await stage.signedIn('delivery')
  const page = await edit(visitor, 'home-hero')
  await page.getByRole('button', { name: 'Delete this item' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click()
  await page.getByRole('alertdialog').getByRole('link', { name: 'Homepage' }).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'All right' }).click()

  const colleague = await Author.signIn(stage.api)
  await colleague.create({ id: 'nobodys', name: 'Nobody’s', typeId: 'statement' })
  await edit(visitor, 'nobodys')
  await page.getByRole('button', { name: 'Delete this item' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('“Nobody’s” is gone.').waitFor()
  await page.goto(`${AREA}?section=content&status=deleted`)
  await page.getByRole('button', { name: 'Bring Nobody’s back' }).click()
  await page.getByRole('heading', { level: 2, name: 'Nobody’s' }).waitFor()
  expect(await colleague.item('nobodys')).toMatchObject({ name: 'Nobody’s', status: 'draft' })
})

test('a page is taken down after a question that names its links, and published again', async () => {
  const colleague = await Author.signIn(stage.api)
  await colleague.publishPage('winter', '/winter', 'Winter is for stayers.', [])
  const link = { elementType: 'link', linkURL: '/winter', linkText: 'Winter' }
  await colleague.publish('winter-banner', 'hero', { headline: text('Go.'), link })
  const status = async () => (await fetch(`${stage.server.url}/en-gb/winter`)).status
  expect(await status()).toBe(200)

  const visitor = await stage.signedIn('delivery')
  const page = await edit(visitor, 'winter')
  await field(page, 'headline').fill('Winter, in the making.')
  const button = page.getByRole('button', { name: 'Take it down' })
  await button.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Take “winter” down?' })
  await question.getByText('/en-gb/winter says that the page cannot be found', { exact: false }).waitFor()
  await question.getByRole('link', { name: 'winter-banner' }).waitFor()
  expect(await inspect(visitor.page, 'authoring-take-down')).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((found) => found === document.activeElement)).toBe(true)
  expect(await status()).toBe(200)

  await button.click()
  await question.getByRole('button', { name: 'Take it down' }).click()
  await page.getByText('“winter” is taken down', { exact: false }).waitFor()
  expect(await status()).toBe(404)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused, { message: 'the button is gone' }).toBe('winter')
  await page.getByText('Taken down', { exact: true }).waitFor()
  await expect.poll(() => button.count()).toBe(0)
  await expect
    .poll(() => field(page, 'headline').inputValue(), { message: 'what was not saved yet' })
    .toBe('Winter, in the making.')

  await page.getByRole('link', { name: 'All content' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'New item' }).waitFor()
  await page.goto(`${AREA}?section=content&status=takenDown`)
  await page.getByRole('row', { name: /winter .*Taken down/ }).waitFor()
  await edit(visitor, 'winter', 'history')
  await page.getByText('With this version the item was taken down.').waitFor()

  await edit(visitor, 'winter')
  await page.getByRole('button', { name: 'Carry on with it' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await shown(page).waitFor()
  expect(await status()).toBe(200)
  expect((await visitorsSee(stage, 'winter', '/en-gb/winter')).page).toContain('Winter, in the making.')
})

test('closing the site is asked twice, and opening it again is not', async () => {
  const page = await stage.open(`${AREA}?section=settings`, 'delivery')
  await page.getByRole('switch', { name: /^Maintenance/ }).check()
  await page.getByText('This closes the site').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Close the site?' })
  await dialog.getByRole('button', { name: 'Leave it open' }).click()
  expect((await fetch(`${stage.server.url}/en-gb/`)).status).toBe(200)
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Yes, close it' }).click()
  await shown(page).waitFor()
  expect((await fetch(`${stage.server.url}/en-gb/`)).status).toBe(503)

  await page.goto(`${AREA}?section=settings`)
  await page.getByRole('switch', { name: /^Maintenance/ }).uncheck()
  await page.getByRole('button', { name: 'Publish' }).click()
  await shown(page).waitFor()
  expect((await fetch(`${stage.server.url}/en-gb/`)).status).toBe(200)
})
