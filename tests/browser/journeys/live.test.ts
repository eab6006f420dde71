// Live pages: a final that staff enter appears on every open board at once, and after every break.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { Visitor } from '../harness/browser.ts'
import { enterFinal } from '../harness/finals.ts'
import { Stage } from '../harness/stage.ts'

const TODAY = '2026-11-24'
const CLOCK = `${TODAY}T09:30:00Z`
const stage = Stage.set({ clock: CLOCK })
const BOARD = '/en-gb/my-account-my-leaderboard'

const names = (page: Page) => page.getByRole('table').first().getByRole('rowheader').allInnerTexts()
const enter = (firstName: string, points: number, time: string) =>
  enterFinal(stage.api, { firstName, points, date: TODAY, time })

const asked = (visitor: Visitor) =>
  visitor.requests.filter((request) => request.includes('/api/user/leaderboard')).length

/** Opens the board and waits until it is live. */
async function open({ page }: Visitor): Promise<void> {
  await page.goto(BOARD)
  await page.getByRole('table').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
}

test('a final appears on an open board and on the homepage, without a reload and without a request', async () => {
  const visitor = await stage.visitor()
  const other = await stage.visitor()
  await open(visitor)
  await other.page.goto('/en-gb/')
  await other.page.getByRole('heading', { level: 1 }).waitFor()
  const top = other.page.locator('[data-part=leaderboard]')
  await top.scrollIntoViewIfNeeded()
  await top.getByRole('table').waitFor()
  await visitor.page.waitForLoadState('networkidle')
  const before = asked(visitor)
  await enter('Ottoline', 90, '10:00')
  await expect.poll(() => names(visitor.page)).toContain('Ottoline R.')
  await expect.poll(() => names(other.page)).toContain('Ottoline R.')
  expect(asked(visitor)).toBe(before)
})

test('who is signed in keeps their own row, and sees it move', async () => {
  const visitor = await stage.signedIn('today')
  await open(visitor)
  const pinned = visitor.page.getByRole('complementary', { name: 'Your place' })
  await pinned.waitFor()
  const place = async () => Number(/(\d+)(?:st|nd|rd|th)/.exec(await pinned.innerText())?.[1])
  const before = await place()
  await enter('Perpetua', 90, '10:00')
  await expect.poll(place).toBe(before + 1)
  await expect.poll(() => names(visitor.page)).toContain('Perpetua R.')
})

test('a board of one test, which a final moves too', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await open(visitor)
  await page.getByLabel('Test', { exact: true }).selectOption('Power')
  await page.getByRole('table', { name: /, Power, overall:/ }).waitFor()
  const expected = await stage.api.call<{ leaderboard: { firstName: string }[] }>(
    'GET',
    'user/leaderboard?top=15&testType=Power',
  )
  await expect
    .poll(async () => (await names(page)).map((name) => name.split(' ')[0]))
    .toEqual(expected.data.leaderboard.map(({ firstName }) => firstName))
  await enter('Quintessa', 100, '10:15')
  await expect.poll(async () => (await names(page))[0]).toBe('Quintessa R.')
})

test('a server that is away is told of, and what came meanwhile is there after it', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await open(visitor)
  const { directory, url } = stage.server
  visitor.expectOutage()
  await stage.server.end('SIGKILL')
  const told = page.getByRole('status').filter({ hasText: 'This is the board of' })
  await told.waitFor({ timeout: 30_000 })
  await expect.poll(() => page.getByText('Live', { exact: true }).count()).toBe(0)
  await stage.replace({ directory, port: Number(new URL(url).port), clock: CLOCK })
  await enter('Rosamund', 90, '10:30')
  // A try that is not answered in 10 s is followed by a pause of up to 30 s.
  await expect.poll(() => names(page), { timeout: 120_000 }).toContain('Rosamund R.')
  await page.getByText('Live', { exact: true }).waitFor()
  await expect.poll(() => told.count()).toBe(0)
})

test('without a network the board says so, and catches up with it', { timeout: 120_000 }, async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await open(visitor)
  await visitor.setOffline(true)
  const told = page.getByRole('status').filter({ hasText: 'You are offline. This is the board of' })
  await told.waitFor()
  await visitor.setOffline(false)
  await expect.poll(() => told.count(), { timeout: 60_000 }).toBe(0)
  await enter('Seraphina', 90, '10:45')
  await expect.poll(() => names(page), { timeout: 60_000 }).toContain('Seraphina R.')
  await page.getByText('Live', { exact: true }).waitFor()
})
