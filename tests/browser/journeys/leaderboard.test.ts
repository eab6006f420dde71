// The board as visitors and athletes find it: places, boards, seasons, an athlete's own row, and a board that does not come.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { findings } from '../harness/axe.ts'
import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const BOARD = '/en-gb/my-account-my-leaderboard'

interface Row {
  firstName: string
  position: number
  prevPosition: number | null
  score: number
  isUser: boolean
  uaid: string | null
}

async function board(query: string): Promise<{ leaderboard: Row[]; total: number; previousSeason: number }> {
  const answer = await stage.api.call<{ leaderboard: Row[]; total: number; previousSeason: number }>(
    'GET',
    `user/leaderboard?${query}`,
  )
  expect(answer.status).toBe(200)
  return answer.data
}

async function open(page: Page, path = BOARD): Promise<void> {
  await page.goto(path)
  await page.getByRole('table').first().waitFor()
}

const rows = (page: Page) => page.getByRole('table').first().getByRole('rowheader')

/** The requests for boards that a visitor's pages sent. */
const asked = (requests: readonly string[]) =>
  requests
    .filter((request) => request.includes('/api/user/leaderboard'))
    .map((request) => new URL(request.slice(4)))

test('anybody sees the first fifteen of the running season as the server has them', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await open(page)
  const expected = await board('top=15')
  const shown = await rows(page).allInnerTexts()
  expect(shown.map((name) => name.split(' ')[0])).toEqual(expected.leaderboard.map((row) => row.firstName))
  expect(shown.every((name) => /^\S+ \S\.$/.test(name))).toBe(true)
  const text = await page.getByRole('table').first().innerText()
  for (const row of expected.leaderboard) expect(text).toContain(row.score.toFixed(2))
  // The demo's board has shared places, climbs and newcomers.
  const positions = expected.leaderboard.map((row) => row.position)
  expect(new Set(positions).size).toBeLessThan(positions.length)
  expect(expected.leaderboard.some((row) => (row.prevPosition ?? 0) > row.position)).toBe(true)
  expect(text).toMatch(/Up \d+ place/)
  expect(text).toContain('New today')
  await expect.poll(() => page.getByRole('complementary', { name: 'Your place' }).count()).toBe(0)
  const [first] = asked(visitor.requests)
  expect(first?.searchParams.get('top')).toBe('15')
  expect(first?.searchParams.has('gender')).toBe(false)
  expect(first?.searchParams.has('token')).toBe(false)
})

test('overall, women and men; one request at a time', async () => {
  const { page } = await stage.visitor()
  let running = 0
  let most = 0
  await page.route('**/api/user/leaderboard?*', async (route) => {
    running += 1
    most = Math.max(most, running)
    await route.continue().catch(() => undefined)
  })
  const ended = () => (running -= 1)
  page.on('requestfinished', (request) => request.url().includes('/user/leaderboard') && ended())
  page.on('requestfailed', (request) => request.url().includes('/user/leaderboard') && ended())
  await open(page)
  for (const [label, gender] of [
    ['Women', 'female'],
    ['Men', 'male'],
  ] as const) {
    await page.getByRole('radio', { name: label, exact: true }).check()
    const expected = await board(`top=15&gender=${gender}`)
    await page.getByRole('table', { name: new RegExp(`, ${label.toLowerCase()}:`) }).waitFor()
    await expect
      .poll(async () => (await rows(page).allInnerTexts()).map((name) => name.split(' ')[0]))
      .toEqual(expected.leaderboard.map((row) => row.firstName))
  }
  // From the keyboard, faster than answers come.
  await page.getByRole('radio', { name: 'Men', exact: true }).focus()
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
  await page.getByRole('table', { name: /, overall:/ }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(most).toBe(1)
})

test('an athlete finds their own row, and jumps to it', async () => {
  const { page } = await stage.signedIn('today', { width: 390, height: 844 })
  await open(page)
  const pinned = page.getByRole('complementary', { name: 'Your place' })
  await pinned.waitFor()
  const mine = rows(page).filter({ hasText: 'Casey Drummond' })
  await expect.poll(() => mine.count()).toBe(1)
  await pinned.getByRole('button', { name: 'Jump to me' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Casey Drummond')
  await expect.poll(() => pinned.isVisible()).toBe(false)
  expect(await findings(page)).toEqual([])
})

test('who is not on the board is told the way', async () => {
  const visitor = await stage.signedIn('athlete')
  await open(visitor.page)
  const told = visitor.page.getByText('You are not on this board yet.')
  await told.waitFor()
  await expect.poll(() => told.getByRole('link', { name: 'Book a test' }).count()).toBe(1)
})

test('seasons gone by have their boards and their winners, one without finals is empty', async () => {
  const { page } = await stage.visitor()
  await open(page)
  const running = await board('top=1')
  await page.getByLabel('Season', { exact: true }).selectOption(String(running.previousSeason))
  await page.getByRole('table', { name: new RegExp(`^Season ${running.previousSeason},`) }).waitFor()
  await page.getByRole('heading', { name: 'They finished first.' }).scrollIntoViewIfNeeded()
  const plaques = page.getByRole('article', { name: /^Season / })
  await plaques.nth(2).waitFor()
  const champion = await board(`season=${running.previousSeason}&top=1`)
  await expect.poll(() => plaques.first().innerText()).toContain(champion.leaderboard[0]?.firstName)
  await page.getByLabel('Season', { exact: true }).selectOption('1')
  await page.getByText('Season 1 is over.').waitFor()
  expect(await findings(page)).toEqual([])
})

test('a board that does not come says so, and comes at the second try', async () => {
  const { page } = await stage.visitor()
  const pressed = () => page.evaluate(() => 'pressed' in window)
  // The stream would bring it anyway.
  await page.route('**/api/event/livescreen/stream', (route) => route.fulfill({ status: 429, body: '' }))
  // Without the stream the board is asked for again and again: only what follows the press is answered.
  await page.route('**/api/user/leaderboard?*', async (route) =>
    (await pressed())
      ? route.continue()
      : route.fulfill({
          status: 429,
          contentType: 'application/json',
          body: JSON.stringify({
            succeeded: false,
            data: null,
            error: { errorCode: 'TOO_MANY_REQUESTS', errorMessage: 'That was one try too many.' },
          }),
        }),
  )
  await page.goto(BOARD)
  const alert = page.getByRole('alert').filter({ hasText: 'The board did not load' })
  await alert.waitFor()
  expect(await findings(page)).toEqual([])
  await page.evaluate(() =>
    document.addEventListener('click', () => Object.assign(window, { pressed: true }), true),
  )
  await alert.getByRole('button', { name: 'Try again' }).click()
  await rows(page).first().waitFor()
})

test('everybody is shown when asked for', async () => {
  const { page } = await stage.visitor()
  await open(page)
  const { total } = await board('top=1')
  await page.getByRole('button', { name: `Show all ${total}` }).click()
  await expect.poll(() => rows(page).count()).toBe(total)
})

test('looks right at every size', { timeout: 90_000 }, async () => {
  const visitor = await stage.signedIn('retest')
  await open(visitor.page)
  await visitor.page.getByRole('heading', { name: 'They finished first.' }).scrollIntoViewIfNeeded()
  await visitor.page
    .getByRole('article', { name: /^Season / })
    .first()
    .waitFor()
  expect(await inspect(visitor.page, 'leaderboard')).toEqual([])
})
