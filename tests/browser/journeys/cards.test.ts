// Cards worth posting: their formats and what they show, a photograph of one's own, the recap, the certificate, and what happens
// when somebody reports a public one.
import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'

import { findings } from '../harness/axe.ts'
import type { Visitor } from '../harness/browser.ts'
import { inspect } from '../harness/inspect.ts'
import { Keyboard } from '../harness/keyboard.ts'
import { difference, enlarge, meanColour, photograph, sizeOf, TAKEN_AT } from '../harness/pictures.ts'
import { header, readable } from '../harness/server.ts'
import { DEMO } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const MEDIA = '/en-gb/my-account-media-center'
const REPORTED = '/en-gb/staff-account-pd-admin?section=cards'
/** The demo's athlete with two results. */
const OWNER = 'retest@sixfold.example'

test('a card comes in three formats, and each is downloaded as it was previewed', async () => {
  const page = await withCards({ width: 3600, height: 2000 })
  for (const [name, width, height] of [
    ['Story', 1080, 1920],
    ['Square', 1080, 1080],
    ['Landscape', 1920, 1080],
  ] as const) {
    await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check()
    await page.getByText(`${width} × ${height} pixels`).waitFor()
    const large = await enlarge(page, width)
    await cardIs(page, /^Season card/, width)
    const saved = await download(page)
    expect(sizeOf(saved.file)).toEqual([width, height])
    expect(saved.name).toBe(
      name === 'Story' ? 'sixfold-season-card.png' : `sixfold-season-card-${name.toLowerCase()}.png`,
    )
    await expectSame(page, saved.file)
    await large.evaluate((style) => style.parentNode?.removeChild(style))
  }
})

test('a card shows what is switched on, and says why something cannot be', async () => {
  const page = await withCards()
  const words = () => page.getByTestId('story-card').getByRole('img').getAttribute('alt')
  for (const name of ['Place', 'Percentile', 'Gain']) {
    const choice = page.getByRole('switch', { name: new RegExp(`^${name}`) })
    await choice.waitFor()
    if (await choice.isDisabled()) continue
    const hint =
      (await page.locator(`[id="${await choice.getAttribute('aria-describedby')}"]`).textContent()) ?? '–'
    expect(await words()).not.toContain(hint)
    await choice.check()
    await expect.poll(words).toContain(hint)
    await choice.uncheck()
    await expect.poll(words).not.toContain(hint)
  }
  expect(await page.getByRole('switch', { name: /^Gain/ }).isDisabled()).toBe(false)
  // By keyboard alone, too.
  const keys = new Keyboard(page)
  await keys.reach(page.getByRole('radio', { name: /^Story/ }))
  await page.keyboard.press('ArrowRight')
  await page.getByText('1080 × 1080 pixels').waitFor()
  await keys.press(page.getByRole('switch', { name: /^Raw marks/ }), 'Space')
  await expect.poll(() => page.getByRole('switch', { name: /^Raw marks/ }).isChecked()).toBe(true)
  // The overview has no room for marks.
  await page.getByRole('button', { name: /^Page 3:/ }).click()
  const marks = page.getByRole('switch', { name: /^Raw marks There is no room on this card/ })
  expect(await marks.isDisabled()).toBe(true)
  expect(await inspect(page, 'cards-switches')).toEqual([])
})

test('a photograph stays on the device while a card is dressed with it and downloaded', async () => {
  const page = await withCards({ width: 2600, height: 2000 })
  const sent = writes(page)
  await page.getByTestId('photo-file').setInputFiles(await photograph(page))
  await page.getByRole('slider', { name: 'Left to right' }).waitFor()
  await cardIs(page, /^Season card/, 1080)
  await enlarge(page, 1080)
  const centred = (await download(page)).file
  expect(sizeOf(centred)).toEqual([1080, 1920])
  await expectSame(page, centred)

  // With the keyboard to its left end, which is red.
  await page.getByRole('slider', { name: 'Left to right' }).focus()
  await page.keyboard.press('Home')
  const left = (await download(page)).file
  await expectSame(page, left)
  const [red, , blue] = await meanColour(page, left)
  expect(red).toBeGreaterThan(blue + 10)
  // With the pointer to the other end, which is blue.
  const box = await page.getByTestId('story-card').boundingBox()
  if (!box) throw new Error('no card')
  for (let times = 0; times < 4; times += 1) {
    await page.mouse.move(box.x + box.width - 20, box.y + 600)
    await page.mouse.down()
    await page.mouse.move(box.x + 20, box.y + 600, { steps: 4 })
    await page.mouse.up()
  }
  const right = (await download(page)).file
  await expectSame(page, right)
  const [red2, , blue2] = await meanColour(page, right)
  expect(blue2).toBeGreaterThan(red2 + 10)
  expect(sent.map((request) => `${request.method()} ${request.url()}`)).toEqual([])
})

test('what is no photograph is refused in words, and one is removed again', async () => {
  const page = await withCards()
  const choose = (name: string, mimeType: string, text: string) =>
    page.getByTestId('photo-file').setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
  await choose('cv.pdf', 'application/pdf', '%PDF-1.7')
  await page
    .getByRole('alert')
    .getByText(/not a photograph/)
    .waitFor()
  await choose('IMG_0001.HEIC', 'image/heic', 'ftypheic')
  await page.getByRole('alert').getByText(/HEIC/).waitFor()
  await choose('me.jpg', 'image/jpeg', 'half a picture')
  await page
    .getByRole('alert')
    .getByText(/damaged/)
    .waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByTestId('photo-file').setInputFiles(await photograph(page))
  await page.getByRole('slider', { name: 'Zoom' }).waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  expect(await inspect(page, 'cards-photograph')).toEqual([])
  const keys = new Keyboard(page)
  await keys.press(page.getByRole('button', { name: 'Remove photograph' }), 'Enter')
  await page.getByRole('button', { name: 'Choose a photograph' }).waitFor()
  await expect.poll(() => page.getByRole('slider').count()).toBe(0)
})

test('the recap is saved one by one and all at once', async () => {
  const page = await withCards()
  await page.getByRole('heading', { name: 'Your season in three cards' }).scrollIntoViewIfNeeded()
  for (const id of ['recap_result', 'recap_progress', 'recap_tests'])
    await page
      .getByTestId(id)
      .getByRole('img', { name: /^Recap of Jordan W\./ })
      .waitFor()
  const one = await saved(page, () => page.getByRole('button', { name: 'Save: Season bests' }).click())
  expect([one.name, sizeOf(one.file)]).toEqual(['sixfold-season-bests.png', [1080, 1920]])
  await page.getByText('Season bests saved.').waitFor()
  const names: string[] = []
  page.on('download', (file) => names.push(file.suggestedFilename()))
  await page.getByRole('button', { name: 'Save all three' }).click()
  await expect
    .poll(() => names)
    .toEqual(['sixfold-season-result.png', 'sixfold-season-progress.png', 'sixfold-season-bests.png'])
  await page.getByRole('button', { name: 'Share: Season progress' }).click()
  await page
    .getByRole('dialog', { name: 'Season progress' })
    .getByRole('img', { name: /^Recap of/ })
    .waitFor()
  expect(await inspect(page, 'cards-recap')).toEqual([])
})

test('the certificate is a PDF, in the media centre and beside the score card', async () => {
  const page = await withCards()
  for (const path of [MEDIA, '/en-gb/my-account']) {
    await page.goto(path)
    const button = page.getByRole('button', { name: 'Certificate (PDF)' })
    const { name, file } = await saved(page, () => button.click())
    expect(name).toMatch(/^sixfold-certificate-\d{4}-\d\d-\d\d\.pdf$/)
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  }
})

test(
  'a public card with a photograph is seen by strangers, reported, and taken down by staff',
  { timeout: 300_000 },
  async () => {
    const owner = await withCards()
    const chosen = await photograph(owner)
    await owner.getByTestId('photo-file').setInputFiles(chosen)
    await owner.getByText(/leaves this device/).waitFor()
    const body = await uploaded(owner)
    await owner.getByRole('button', { name: 'Upload and make a link' }).click()
    const open = owner.getByRole('link', { name: 'Open', exact: true })
    const url = (await open.getAttribute('href')) ?? ''
    // Only the part that is seen, without the camera's notes.
    const picture = await body()
    expect(picture.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(picture.includes(TAKEN_AT)).toBe(false)
    await owner.getByText('Story 9:16, with your photograph').waitFor()
    expect(await inspect(owner, 'cards-public')).toEqual([])
    // A second card shows another part of the same photograph.
    await owner.reload()
    await cardIs(owner, /^Season card/, 1080)
    await owner.getByTestId('photo-file').setInputFiles(chosen)
    await owner.getByRole('radio', { name: /^Square/ }).check()
    await owner.getByRole('button', { name: 'Upload and make a link' }).click()
    const square = (await open.getAttribute('href')) ?? ''
    expect(square).not.toBe(url)

    const stranger = await stage.visitor()
    await stranger.page.goto(url)
    const card = stranger.page.getByRole('img', { name: /^Season card of Jordan W\./ })
    await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1080)
    const [red, , blue] = await meanColour(stranger.page, await card.screenshot())
    expect(Math.min(red, blue)).toBeGreaterThan(25)
    await report(stranger)

    const staff = await stage.signedIn('delivery')
    await staff.page.goto('/en-gb/staff-account-pd-admin')
    await staff.page.getByText('A shared card was reported').waitFor()
    await staff.page.goto(REPORTED)
    const row = staff.page.getByRole('article', { name: 'Jordan Wells' })
    await row.getByText('That is my daughter.').waitFor()
    const framed = row.getByRole('img', { name: 'The reported card of Jordan Wells' })
    await expect
      .poll(() => framed.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await inspect(staff.page, 'cards-reported')).toEqual([])
    await row.getByRole('button', { name: /^Take down/ }).click()
    const question = staff.page.getByRole('alertdialog')
    await question.getByText(/the photograph is deleted/).waitFor()
    expect(await inspect(staff.page, 'cards-take-down')).toEqual([])
    await question.getByRole('button', { name: 'Take it down' }).click()
    await staff.page.getByText('No card has been reported').waitFor()
    expect(await inspect(staff.page, 'cards-none-reported')).toEqual([])

    for (const gone of [url, `${url}.svg`, `${url}.png`, square, `${square}.svg`])
      expect((await stranger.page.request.get(gone)).status(), gone).toBe(404)
    await owner.reload()
    await owner.getByText('Taken down by our team.').first().waitFor()
    expect(await inspect(owner, 'cards-taken-down')).toEqual([])
    // The same photograph cannot come back, whichever part of it is seen.
    await owner.getByTestId('photo-file').setInputFiles(chosen)
    await owner.getByRole('radio', { name: /^Landscape/ }).check()
    await owner.getByRole('button', { name: 'Upload and make a link' }).click()
    await owner
      .getByRole('alert')
      .getByText(/taken this photograph down/)
      .waitFor()
    const [letter = ''] = await stage.server.letters(OWNER, 1)
    expect(`${header(letter, 'Subject')} ${readable(letter)}`).toMatch(/taken down/i)
  },
)

/** Reports the card on whose page the visitor is. */
async function report({ page }: Visitor): Promise<void> {
  await page.getByRole('link', { name: 'Report this card' }).click()
  await page.getByRole('radio', { name: /without our consent/ }).check()
  await page.getByRole('textbox').fill('That is my daughter.')
  await page.getByRole('button', { name: /report/i }).click()
  await page
    .getByText(/thank you/i)
    .first()
    .waitFor()
}

async function withCards(size?: { width: number; height: number }): Promise<Page> {
  const page = await stage.open(MEDIA, { emailAddress: OWNER, password: DEMO }, size)
  await cardIs(page, /^Season card/, 1080)
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** Waits for the drawing that is asked for. */
async function cardIs(page: Page, name: RegExp, width: number): Promise<void> {
  const card = page.getByTestId('story-card').getByRole('img', { name })
  await card.waitFor()
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(width)
}

/** That a picture is what the preview shows, but for edges of letters that fall half a pixel otherwise. */
async function expectSame(page: Page, picture: Buffer): Promise<void> {
  const seen = await page.getByTestId('story-card').screenshot({ animations: 'disabled' })
  const { mean, far } = await difference(page, seen, picture)
  expect(mean).toBeLessThan(0.5)
  expect(far).toBeLessThan(0.001)
}

/** The bytes of the one file that the page sends from now on. */
async function uploaded(page: Page): Promise<() => Promise<Buffer>> {
  // The browser does not tell a file's bytes with the request.
  const file = await page.evaluateHandle(() => {
    const found: { file: Blob | null } = { file: null }
    const send = window.fetch
    window.fetch = (to, options) => {
      if (options?.body instanceof Blob) {
        if (found.file) throw new Error('a second file')
        found.file = options.body
      }
      return send(to, options)
    }
    return found
  })
  return async () => {
    const bytes = await file.evaluate(async (found) =>
      Array.from(new Uint8Array((await found.file?.arrayBuffer()) ?? new ArrayBuffer(0))),
    )
    return Buffer.from(bytes)
  }
}

/** What the page sends from now on, other than questions. */
function writes(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request)
  })
  return sent
}

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; file: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), file: await readFile(await download.path()) }
}

const download = (page: Page) => saved(page, () => page.getByRole('button', { name: 'Download' }).click())
