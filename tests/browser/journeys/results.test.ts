// Results: what an athlete sees of a test day, on the athlete page and on MY TESTS, and the score card to keep.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { holdBack } from '../harness/finals.ts'
import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const ATHLETE_PAGE = '/en-gb/my-account'
const MY_TESTS = '/en-gb/my-account-my-booking'
const SIX = ['Cognitive', 'Strength', 'Power', 'Speed', 'Agility', 'Endurance']

describe('the athlete page', () => {
  test(
    'tells points, ratings, last time and every attempt of the newest test day',
    { timeout: 90_000 },
    async () => {
      const page = await stage.open(ATHLETE_PAGE, 'retest')
      const [newest, before] = await ownResults(page)
      if (!newest || !before) throw new Error('the demo has several test days of this athlete')
      await page
        .getByText(/^Better than \d+% of the field$/)
        .first()
        .waitFor()
      const main = page.getByRole('main')
      await main.getByText(newest.score.toFixed(2), { exact: true }).first().waitFor()
      await main.getByText(new RegExp(`^${before.score.toFixed(2)} on `)).waitFor()
      await main.getByText(/Your retest is open/).waitFor()
      for (const [index, name] of SIX.entries()) {
        const known = newest.tests[index]
        const row = page.getByRole('row', { name: new RegExp(`^${name} `) })
        await expect
          .poll(() => row.getByRole('cell').allTextContents())
          .toEqual([
            known?.score.toFixed(2),
            expect.stringMatching(/^(level )?[\d.]+/),
            before.tests[index]?.score.toFixed(2),
            `Better than ${known?.betterThan ?? 0}% of the field`,
          ])
        const attempts = page.getByRole('list', { name: `Attempts: ${name}` }).getByRole('listitem')
        const points = (await attempts.allTextContents()).map((text) => / ([\d.]+) points$/.exec(text)?.[1])
        expect(points).toEqual(known?.attempts.map((attempt) => attempt.points.toFixed(2)))
      }
      expect(await inspect(page, 'results-athlete')).toEqual([])
    },
  )

  test('hands out the score card that was seen, 1080 by 1920', { timeout: 90_000 }, async () => {
    const page = await stage.open(ATHLETE_PAGE, 'retest')
    await page.getByRole('button', { name: 'Score card' }).click()
    const card = page.getByTestId('score-card').getByRole('img')
    const told = (await card.getAttribute('alt')) ?? ''
    const [newest] = await ownResults(page)
    expect(told).toContain(`Score card of Jordan W.: final score ${newest?.score.toFixed(2) ?? ''}`)
    for (const name of SIX) expect(told).toMatch(new RegExp(`${name} [\\d.]+, better than \\d+%`))
    expect(await inspect(page, 'score-card')).toEqual([])
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('sixfold-score-card.png')
    const file = await readFile(await saved.path())
    expect(file.subarray(1, 4).toString()).toBe('PNG')
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1080, 1920])
    await page.getByText('Saved. Look in your downloads.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Score card')
  })

  test('waits for a first test', { timeout: 90_000 }, async () => {
    const page = await stage.open(ATHLETE_PAGE, 'athlete')
    await page.getByText('Six corners, waiting for you.', { exact: false }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Score card' }).count()).toBe(0)
    expect(await inspect(page, 'results-none')).toEqual([])
  })

  test('says what did not load, and loads it on another try', async () => {
    const visitor = await stage.signedIn('retest')
    const { page } = visitor
    await page.route('**/api/user/results?*', (route) => route.abort())
    await page.goto(ATHLETE_PAGE)
    await page.getByText('Your scores did not load').waitFor({ timeout: 30_000 })
    await page.unroute('**/api/user/results?*')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('button', { name: 'Score card' }).waitFor()
    await expect.poll(() => page.getByRole('list', { name: /^Attempts: / }).count()).toBe(6)
    // What was cut off is said in the console, and it is meant to be.
    visitor.complaints.splice(0)
  })
})

test(
  'a held result is shown to its owner as it was measured, without a point',
  { timeout: 90_000 },
  async () => {
    const { page } = await stage.signedIn('today')
    holdBack(stage.server, 'today@sixfold.example')
    await page.goto(ATHLETE_PAGE)
    await page.getByText('Your result is revealed at the event').waitFor()
    const [newest] = await ownResults(page)
    expect([newest?.score, newest?.percentile]).toEqual([null, null])
    await expect.poll(() => page.getByRole('list', { name: /^Attempts: / }).count()).toBeGreaterThanOrEqual(6)
    await expect.poll(() => page.getByText(/of the field/).count()).toBe(0)
    await expect.poll(() => page.getByText('Final score', { exact: true }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Score card' }).count()).toBe(0)
    await page.getByText(/^You can book your retest from /).waitFor()
    expect(await inspect(page, 'results-held')).toEqual([])
  },
)

test('MY TESTS has each test day in full and the way to a retest', { timeout: 90_000 }, async () => {
  const page = await stage.open(MY_TESTS, 'retest')
  await page.getByText(/Your retest is open/).waitFor()
  await page.getByRole('tab', { name: /^Past tests \(7\)/ }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('link', { name: 'Book a retest' }).waitFor()
  const [newest, before] = await ownResults(page)
  const days = panel.getByRole('listitem').filter({ has: page.locator('h2') })
  await expect.poll(() => days.count()).toBe(7)
  await days
    .first()
    .getByText(`Final score ${newest?.score.toFixed(2) ?? ''}`)
    .waitFor()
  await days
    .first()
    .getByText(`${before?.score.toFixed(2) ?? ''} on `)
    .waitFor()
  // The older ones are folded up.
  await expect.poll(() => panel.getByRole('list', { name: /^Attempts: / }).count()).toBe(6)
  await days.last().locator('summary').click()
  await expect.poll(() => days.last().getByText('First time').count()).toBe(1)
  await expect
    .poll(() =>
      days
        .first()
        .getByRole('list', { name: /^Attempts: / })
        .count(),
    )
    .toBe(6)
  expect(await inspect(page, 'results-my-tests')).toEqual([])
})

interface Known {
  score: number
  percentile: number | null
  tests: { score: number; betterThan: number | null; attempts: { points: number }[] }[]
}

/** The server's record of it. */
async function ownResults(page: Page): Promise<Known[]> {
  const answer = await page.context().request.get(`${stage.server.url}/api/user/results`)
  return ((await answer.json()) as { data: { results: Known[] } }).data.results
}
