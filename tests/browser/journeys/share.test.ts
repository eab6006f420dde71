// Public links of story cards: made, opened by strangers, with a last name only where it was chosen, and taken back.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { inspect } from '../harness/inspect.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const MEDIA = '/en-gb/my-account-media-center'
const PROFILE = '/en-gb/my-account-my-profile'

test('a link shows the card to strangers until it is taken back', { timeout: 90_000 }, async () => {
  const owner = await stage.open(MEDIA, 'retest')
  await owner.getByRole('radio', { name: 'Green fade' }).check()
  const url = await makeLink(owner)
  await owner.getByRole('listitem').filter({ hasText: 'Season card, Green fade' }).waitFor()
  expect(await inspect(owner, 'share-made')).toEqual([])

  const page = await stage.open(url)
  const card = page.getByRole('img', { name: /^Season card of Jordan W\./ })
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1080)
  await page.getByRole('link', { name: 'Take your shot' }).first().waitFor()
  expect(await inspect(page, 'share-page')).toEqual([])
  const html = await (await page.request.get(url)).text()
  expect(html).toContain('Jordan W.')
  expect(html).not.toContain('Wells')
  expect(html).toMatch(/<meta name="robots" content="noindex/)
  const shown = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const open = await page.request.get(shown)
  expect([open.status(), open.headers()['content-type']]).toEqual([200, 'image/png'])
  const png = await open.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])

  await owner.getByRole('button', { name: /^Remove link: Season card, Green fade/ }).click()
  await owner.getByRole('button', { name: 'Leave it public' }).click()
  expect((await page.request.get(url)).status()).toBe(200)
  await owner.getByRole('button', { name: /^Remove link: Season card, Green fade/ }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click()
  await owner.getByText(/You have no public links/).waitFor()
  await owner.getByRole('button', { name: 'Make a link' }).waitFor()
  for (const gone of [url, shown, `${url}.svg`])
    expect((await page.request.get(gone)).status(), gone).toBe(404)
  await page.reload()
  await expect.poll(() => page.getByRole('img', { name: /Jordan/ }).count()).toBe(0)
  expect(await inspect(page, 'share-gone')).toEqual([])
})

test('a last name is told only once it was chosen', { timeout: 90_000 }, async () => {
  const page = await stage.open(MEDIA, 'retest')
  const url = await makeLink(page)
  const told = async () => (await (await page.request.get(url)).text()).includes('Jordan Wells')
  expect(await told()).toBe(false)

  await page.getByRole('switch', { name: /Show my last name/ }).check()
  await page.getByRole('img', { name: /^Season card of Jordan Wells/ }).waitFor()
  await expect.poll(told).toBe(true)
  await page.getByRole('button', { name: 'Next template' }).click()
  await page.getByRole('img', { name: /^Result of Jordan Wells/ }).waitFor()

  await page.goto(PROFILE)
  const choice = page.getByRole('switch', { name: /Show my last name/ })
  await expect.poll(() => choice.isChecked()).toBe(true)
  await page.getByText('One card is public.').waitFor()
  await choice.uncheck()
  await page.getByText('Saved.').waitFor()
  await expect.poll(told).toBe(false)
  await page.getByRole('link', { name: 'See your public links' }).click()
  await page.getByRole('img', { name: /^Result of Jordan W\./ }).waitFor()
  await page.getByRole('button', { name: /^Remove link:/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click()
  await page.getByText(/You have no public links/).waitFor()
})

test('somebody under 18 decides first, and may change their mind', { timeout: 90_000 }, async () => {
  becomeSixteen('today@sixfold.example')
  const page = await stage.open(MEDIA, 'today')
  await page.getByText(/You are under 18/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Make a link' }).count()).toBe(0)
  expect(await inspect(page, 'share-under-18')).toEqual([])
  const token = await tokenOf(stage.api, 'today@sixfold.example')
  const card = { template: 'season_card', colour: 'black' }
  const refused = await stage.api.call('POST', 'user/share', card, token)
  expect([refused.status, refused.error?.errorCode]).toEqual([422, 'SHARE_OPT_IN'])

  const yes = page.getByRole('switch', { name: /Let others see my results/ })
  await yes.check()
  const url = await makeLink(page)
  const status = async () => (await page.request.get(url)).status()
  await expect.poll(status).toBe(200)
  await yes.uncheck()
  await expect.poll(status).toBe(404)
  await page.getByText(/Nobody can open these/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Make a link' }).count()).toBe(0)
})

/** Makes the card that is shown public, and gives its address. */
async function makeLink(page: Page): Promise<string> {
  await page.getByTestId('story-card').getByRole('img').waitFor()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const url = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')
  expect(url).toMatch(/\/en-gb\/share\/[0-9a-z]+$/i)
  return url ?? ''
}

/** Somebody of the demo as if they were sixteen. */
function becomeSixteen(emailAddress: string): void {
  const sql = "UPDATE account SET date_of_birth = '2010-03-01' WHERE email = ?"
  expect(stage.server.change(sql, emailAddress)).toBe(1)
}
