// The screen of a hall: what is read from the back, a reveal as every screen plays it, and what it survives.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { findings } from '../harness/axe.ts'
import { picture, type Visitor } from '../harness/browser.ts'
import { session } from '../harness/cookies.ts'
import { enterFinal, reveal, withoutDemosHeld } from '../harness/finals.ts'
import { logOut, tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'
import { keptOffline } from '../harness/worker.ts'

const TODAY = '2026-11-24'
const CLOCK = `${TODAY}T09:30:00Z`
const stage = Stage.set({ clock: CLOCK })
beforeAll(() => withoutDemosHeld(stage.server))
const BOARD = '/en-gb/my-account-my-leaderboard'
const VENUE = `${BOARD}?fullscreen=true`
const HALL = { width: 1920, height: 1080 }

const rows = (page: Page) => page.getByRole('listitem')
const words = (page: Page, text: RegExp) => page.getByText(text)
const played = (page: Page) => page.getByRole('region', { name: 'Reveal' })

/** A venue screen, animated unless told otherwise; shows only the overall board, so that it does not change. */
async function hall(more: { still?: boolean; installs?: boolean } = {}): Promise<Visitor> {
  const visitor = more.installs ? await stage.installer() : await stage.visitor(HALL)
  await visitor.page.setViewportSize(HALL)
  if (!more.still) await visitor.page.emulateMedia({ reducedMotion: 'no-preference' })
  await visitor.context.addInitScript(() => {
    if (!localStorage.getItem('sixfold-venue-settings'))
      localStorage.setItem('sixfold-venue-settings', JSON.stringify({ boards: ['overall'] }))
  })
  await visitor.page.goto(VENUE)
  await live(visitor.page)
  return visitor
}

async function live(page: Page): Promise<void> {
  await rows(page).first().waitFor()
  await words(page, /^Live /).waitFor({ timeout: 60_000 })
}

const hold = (firstName: string, points: number, time: string) =>
  enterFinal(stage.api, { firstName, points, date: TODAY, time, hold: true })

/** The names on a screen, from the first place down. */
const names = (page: Page): Promise<string[]> => rows(page).locator('bdi').allInnerTexts()

test('fifteen people, the first of them large, each row to be read at ten metres', async () => {
  const { page } = await hall()
  await page.getByRole('heading', { level: 1, name: 'Leaderboard: Overall' }).waitFor()
  await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0)
  await expect.poll(() => rows(page).count()).toBe(15)
  await page.waitForFunction(() => document.getAnimations().length === 0)
  const boxes = await rows(page).evaluateAll((items) =>
    items.map((item) => {
      const { top, bottom, right, height } = item.getBoundingClientRect()
      return { top, bottom, right, height, type: Number.parseFloat(getComputedStyle(item).fontSize) }
    }),
  )
  for (const { top, bottom, right, height } of boxes) {
    expect(height).toBeGreaterThanOrEqual(56)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(HALL.height)
    expect(right).toBeLessThanOrEqual(HALL.width)
  }
  for (const { type } of boxes.slice(1)) expect(type).toBeGreaterThanOrEqual(52)
  const scrolls = await page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
    return {
      bars: innerWidth - clientWidth,
      down: scrollHeight > clientHeight,
      across: scrollWidth > clientWidth,
    }
  })
  expect(scrolls.bars).toBe(0)
  // No names are cut off at any height of a screen.
  for (const height of [1080, 768, 600]) {
    await page.setViewportSize({ width: 1366, height })
    const last = rows(page).last()
    await expect.poll(async () => (await last.boundingBox())?.y ?? 9999).toBeLessThan(height - 30)
  }
  await page.setViewportSize(HALL)
  expect(await findings(page)).toEqual([])
})

test('no cursor and no buttons after three seconds, and both again with a touch', async () => {
  const { page } = await hall()
  await page.mouse.move(400, 400)
  const cursor = () =>
    page.evaluate(() => getComputedStyle(document.elementFromPoint(400, 400) ?? document.body).cursor)
  const settings = page.getByRole('button', { name: 'Screen settings' })
  const seen = () =>
    settings.evaluate((button) => getComputedStyle(button.parentElement?.parentElement ?? button).opacity)
  await expect.poll(seen).toBe('1')
  await expect.poll(cursor).toBe('none')
  await expect.poll(seen).toBe('0')
  await page.mouse.move(420, 420)
  await expect.poll(seen).toBe('1')
  await page.getByRole('link', { name: 'Leave full screen' }).click()
  await page.getByRole('contentinfo').waitFor()
})

test('the buttons cover no word of the board at any size', async () => {
  const { page } = await hall()
  const bar = page.getByRole('button', { name: 'Screen settings' })
  const sizes = [
    [1920, 1080],
    [1366, 768],
    [844, 390],
    [1080, 1920],
    [390, 844],
  ] as const
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await page.mouse.move(width / 2, height / 2)
    await page.waitForFunction(() => document.getAnimations().length === 0)
    const covered = await bar.evaluate((button) => {
      const buttons = button.parentElement ?? button
      const { left, right, top, bottom } = buttons.getBoundingClientRect()
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let word = words.nextNode(); word; word = words.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(word)
        const box = range.getBoundingClientRect()
        const around = word.parentElement ?? button
        const seen = box.width > 1 && around.checkVisibility({ visibilityProperty: true })
        const apart = box.left >= right || box.right <= left || box.top >= bottom || box.bottom <= top
        const aside = buttons.contains(word) || getComputedStyle(around).clipPath !== 'none'
        if (seen && !apart && !aside) found.push(word.textContent ?? '')
      }
      return found
    })
    expect(covered, `${width} × ${height}`).toEqual([])
  }
})

test('a session that ends leaves the screen and its buttons alone', async () => {
  const page = await stage.open(VENUE, await stage.api.athlete(), HALL)
  await live(page)
  await page.waitForLoadState('networkidle')
  // The server's clock goes with the page's.
  await page.route('**/api/event/config*', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { data: { now: string } }
    json.data.now = await page.evaluate(() => new Date().toISOString())
    await route.fulfill({ response, json })
  })
  await page.clock.fastForward(54 * 60_000)
  await page.mouse.move(400, 400)
  await page.getByRole('button', { name: 'Screen settings' }).click()
  await page.getByRole('region', { name: 'Screen settings' }).waitFor()
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await page.getByRole('link', { name: 'Leave full screen' }).click()
  await page.getByRole('alertdialog', { name: 'Into the last five minutes' }).waitFor()
})

// RULES 10.2
test('somebody who signs out at the desk leaves the screen beside it where it is', async () => {
  const visitor = await stage.signedIn('delivery', HALL)
  const { page } = visitor
  await page.goto(VENUE)
  await live(page)
  await page.waitForLoadState('networkidle')
  const desk = await visitor.context.newPage()
  await desk.goto('/en-gb/frequently-asked-questions')
  const loaded = page.waitForEvent('load')
  await logOut(desk)
  await loaded
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe(VENUE)
  await live(page)
  expect(await session(visitor.context, stage.server.url)).toEqual({})
})

test('its settings are found by the keyboard, take effect at once and stay', async () => {
  const { page } = await hall()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Screen settings' })
  await panel.waitFor()
  expect(await findings(page)).toEqual([])
  await panel.getByRole('switch', { name: 'Women' }).focus()
  await page.keyboard.press('Space')
  await panel.getByRole('switch', { name: 'Overall' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('heading', { level: 1, name: 'Leaderboard: Women' }).waitFor()
  await panel.getByRole('switch', { name: 'Picture behind the board' }).focus()
  await page.keyboard.press('Space')
  const kept = () => page.evaluate(() => localStorage.getItem('sixfold-venue-settings'))
  await expect.poll(kept).toBe('{"boards":["women"],"pace":20,"showBgImage":false,"sound":false}')
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Leaderboard: Women' }).waitFor()
})

test('the boards take turns', { timeout: 120_000 }, async () => {
  const { page } = await hall()
  await page.evaluate(() =>
    localStorage.setItem('sixfold-venue-settings', '{"boards":["overall","women","men"],"pace":10}'),
  )
  await page.reload()
  for (const name of ['Overall', 'Women', 'Men']) {
    const heading = page.getByRole('heading', { level: 1, name: `Leaderboard: ${name}` })
    await expect.poll(() => heading.count(), { timeout: 35_000 }).toBe(1)
  }
})

test(
  'a reveal: every screen plays each step, a late one shows how it stands, the board only then',
  { timeout: 180_000 },
  async () => {
    await hold('Tamsin', 80, '10:00')
    await hold('Undine', 100, '10:00')
    const { page } = await hall()
    expect((await names(page)).join()).not.toMatch(/Tamsin|Undine/)
    await reveal(stage.api, { action: 'start', speed: 0.5 })
    await reveal(stage.api, { action: 'next' })
    const stageOf = played(page)
    await stageOf.waitFor()
    await expect.poll(() => stageOf.getAttribute('data-part')).toBe('name')
    await stageOf.getByText('Tamsin R.').last().waitFor()
    await stageOf.getByText('Reveal 1 of 2').waitFor()
    expect((await names(page)).join()).not.toContain('Tamsin')
    const playsOn = async () => {
      await expect.poll(() => stageOf.getAttribute('data-part')).toBe('stand')
      await stageOf.getByText('80.00').last().waitFor()
      expect((await names(page)).join()).not.toContain('Tamsin')
      await expect.poll(() => names(page)).toContain('Tamsin R.')
      await expect.poll(() => stageOf.count()).toBe(0)
    }
    // A screen that is switched on now shows how it ends.
    const switchedOn = async () => {
      const late = await hall()
      await expect.poll(() => names(late.page)).toContain('Tamsin R.')
      expect(await played(late.page).count()).toBe(0)
      return late
    }
    const [late] = await Promise.all([switchedOn(), playsOn()])

    // Both play the next one, twice as fast.
    await reveal(stage.api, { action: 'speed', speed: 2 })
    const both = [page, late.page].map(async (screen) => {
      await played(screen).getByText('Undine R.').last().waitFor()
      await expect.poll(async () => (await names(screen))[0]).toBe('Undine R.')
    })
    await reveal(stage.api, { action: 'next' })
    await Promise.all(both)
    await page.reload()
    await expect.poll(async () => (await names(page))[0]).toBe('Undine R.')
    await live(page)
    expect(await played(page).count()).toBe(0)
    await page.getByText('Reveal 2 of 2').waitFor()

    // Taken back, they are nowhere.
    await reveal(stage.api, { action: 'back' })
    for (const screen of [page, late.page]) await expect.poll(() => names(screen)).not.toContain('Undine R.')
    await reveal(stage.api, { action: 'end' })
    for (const screen of [page, late.page])
      await expect.poll(() => screen.getByText(/^Reveal /).count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await reveal(stage.api, { uaid: (await held())[0] })
    await expect.poll(async () => (await names(page))[0], { timeout: 30_000 }).toBe('Undine R.')
  },
)

test('climbs move by transform and opacity alone', async () => {
  const { page } = await hall()
  await page.evaluate(() => {
    const used = new Set<string>()
    Object.assign(window, { used })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (keyframes, options) {
      for (const frame of keyframes as Keyframe[]) for (const name of Object.keys(frame)) used.add(name)
      return animate.call(this, keyframes, options)
    }
  })
  await enterFinal(stage.api, { firstName: 'Valentina', points: 90, date: TODAY, time: '10:15' })
  await expect.poll(() => names(page)).toContain('Valentina R.')
  const used = () => page.evaluate(() => [...(window as unknown as { used: Set<string> }).used].sort())
  await expect.poll(async () => (await used()).includes('transform')).toBe(true)
  expect((await used()).filter((name) => !['transform', 'opacity', 'offset'].includes(name))).toEqual([])
})

test('where nothing may move the result is there at once', async () => {
  const booked = await hold('Winifred', 90, '10:30')
  const { page } = await hall({ still: true })
  await page.evaluate(() => {
    Element.prototype.animate = () => {
      throw new Error('moved')
    }
  })
  await reveal(stage.api, { uaid: booked.uaid })
  await expect.poll(() => names(page)).toContain('Winifred R.')
  expect(await played(page).count()).toBe(0)
  await reveal(stage.api, { action: 'end' })
})

test('names of any length and script stay in their rows', async () => {
  const long = 'Maximiliana Wilhelmina Alexandrina Theodora Konstantina Olymp'.slice(0, 60)
  await enterFinal(stage.api, { firstName: long, points: 100, date: TODAY, time: '10:45' })
  await enterFinal(stage.api, { firstName: 'عبد الرحمن', points: 90, date: TODAY, time: '10:45' })
  const { page } = await hall()
  await expect.poll(() => names(page)).toContain(`${long} R.`)
  const wide = await rows(page).evaluateAll(
    (items) =>
      items.filter((item) => {
        const outer = item.getBoundingClientRect()
        return [...item.querySelectorAll('bdi')].some((name) => {
          const box = name.getBoundingClientRect()
          return box.right > outer.right || box.bottom > outer.bottom + 1 || box.top < outer.top - 1
        })
      }).length,
  )
  expect(wide).toBe(0)
  await picture(page, 'venue-names')
})

test(
  'a server that is killed: the last board stays, marked, and goes on by itself',
  { timeout: 180_000 },
  async () => {
    const visitor = await hall()
    const { page } = visitor
    const before = await names(page)
    const { directory, url } = stage.server
    visitor.expectOutage()
    await stage.server.end('SIGKILL')
    await words(page, /^Not live\. Board of /).waitFor({ timeout: 30_000 })
    expect(await names(page)).toEqual(before)
    expect(await findings(page)).toEqual([])
    await stage.replace({ directory, port: Number(new URL(url).port), clock: CLOCK })
    await live(page)
    await enterFinal(stage.api, { firstName: 'Xanthippe', points: 90, date: TODAY, time: '11:00' })
    await expect.poll(() => names(page)).toContain('Xanthippe R.')
  },
)

test('a night without a network, with a reload in it', { timeout: 180_000 }, async () => {
  const visitor = await hall({ installs: true })
  const { page } = visitor
  await keptOffline(page)
  const items = () =>
    page.evaluate(async () => (await (await caches.open('sixfold-content')).keys()).map(({ url }) => url))
  await expect.poll(items).toContainEqual(expect.stringContaining('rendering/context/leaderboard'))
  const before = await names(page)
  await visitor.setOffline(true)
  await words(page, /^Not live\. Board of /).waitFor({ timeout: 30_000 })
  await page.reload()
  await expect.poll(() => names(page), { timeout: 30_000 }).toEqual(before)
  await words(page, /^Not live\. Board of /).waitFor({ timeout: 30_000 })
  await page.getByRole('heading', { level: 1, name: 'Leaderboard: Overall' }).waitFor()
  await visitor.setOffline(false)
  await live(page)
  await enterFinal(stage.api, { firstName: 'Yolanda', points: 90, date: TODAY, time: '11:15' })
  await expect.poll(() => names(page)).toContain('Yolanda R.')
})

/** Whose finals are held, the newest first. */
async function held(): Promise<string[]> {
  const staff = await tokenOf(stage.api, 'instore@sixfold.example')
  const answer = await stage.api.call<{ held: { uaid: string }[] }>(
    'GET',
    'event/admin/reveal',
    undefined,
    staff,
  )
  return answer.data.held.map(({ uaid }) => uaid)
}
