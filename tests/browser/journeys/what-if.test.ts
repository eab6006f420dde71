// What would it take? Six sliders from the last visit, compared with plain counting; no request while they move.
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'

import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const PAGE = '/en-gb/my-account-what-it-takes'

interface Mine {
  results: { score: number }[]
  finals: { season: number; board: Tally }
  own: number | null
}

interface Tally {
  gaps: number[]
  counts: number[]
}

/** What the server says, asked beside the page. */
const mine = (page: Page): Promise<Mine> =>
  page.evaluate(async () => {
    const data = async (path: string) =>
      ((await (await fetch(`/api/user/${path}`)).json()) as { data: never }).data
    const finals: Mine['finals'] = await data('leaderboard/field')
    const { results }: { results: Mine['results'] } = await data('results')
    const board: { me?: { score: number } } = await data(`leaderboard?season=${finals.season}&top=1`)
    return { results, finals, own: board.me?.score ?? null }
  })

/** The scores of a tally, each as often as it occurs, in hundredths. */
function scores({ gaps, counts }: Tally): number[] {
  let score = 0
  return gaps.flatMap((gap, at) => {
    score += gap
    return new Array<number>(counts[at] ?? 0).fill(score)
  })
}

function without(list: readonly number[], one: number | null): number[] {
  const at = one === null ? -1 : list.indexOf(Math.round(one * 100))
  return list.filter((_, place) => place !== at)
}

const figures = async (page: Page) => ({
  final: await page.locator('[data-final]').innerText(),
  place: (await page.locator('[data-place]').innerText()).replace(/\s+/g, ' '),
  percentile: await page.locator('[data-percentile]').getAttribute('data-percentile'),
})

/** What the figures have to be for a final in hundredths. */
function counted({ finals, own }: Mine, final: number) {
  const board = without(scores(finals.board), own)
  const halves =
    2 * board.filter((other) => other < final).length + board.filter((other) => other === final).length + 1
  return {
    final: (final / 100).toFixed(2),
    place: `${board.filter((other) => other > final).length + 1} of ${board.length + 1}`,
    percentile: (Math.round((halves * 10_000) / (2 * (board.length + 1))) / 100).toFixed(2),
  }
}

const slider = (page: Page, test: string) => page.getByRole('slider', { name: `${test}, slider` })

async function enter() {
  const visitor = await stage.signedIn('retest')
  await visitor.page.goto(PAGE)
  await slider(visitor.page, 'Speed').waitFor()
  await visitor.page.waitForLoadState('networkidle')
  return visitor
}

test('says what plain counting says, and asks nobody while a slider moves', async () => {
  const { page } = await enter()
  const known = await mine(page)
  const final = Math.round((known.results[0]?.score ?? 0) * 100)
  expect(await figures(page)).toEqual(counted(known, final))
  const asked: string[] = []
  // Not the code that every page fetches eight seconds after it (`FetchedLater`).
  const count = (request: Request) => request.url().includes('/assets/') || asked.push(request.url())
  page.on('request', count)
  await slider(page, 'Speed').scrollIntoViewIfNeeded()
  const box = await slider(page, 'Speed').boundingBox()
  if (!box) throw new Error('no slider')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  for (let step = 0; step <= 40; step++)
    await page.mouse.move(box.x + (box.width * step) / 40, box.y + box.height / 2)
  await page.mouse.up()
  // As good as it gets: 100 points in Speed.
  const points = async (test: string) =>
    Number(/([\d.]+) points$/.exec((await slider(page, test).getAttribute('aria-valuetext')) ?? '')?.[1])
  await expect.poll(() => points('Speed')).toBe(100)
  await page.getByText('Stop: 2.70 s is worth 100 points, the most there are.').waitFor()
  let sum = 0
  for (const name of ['Cognitive', 'Strength', 'Power', 'Speed', 'Agility', 'Endurance'])
    sum += await points(name)
  await expect.poll(() => figures(page)).toEqual(counted(known, Math.round((sum * 100) / 6)))
  expect(asked).toEqual([])
  page.off('request', count)
})

test('works by keyboard, stops at the ends of the range, and says so', async () => {
  const { page } = await enter()
  const speed = slider(page, 'Speed')
  await speed.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => speed.getAttribute('aria-valuetext')).toBe('4.20 s, 0.00 points')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => speed.getAttribute('aria-valuetext')).toBe('4.19 s, 0.67 points')
  await page.keyboard.press('Tab')
  await page.keyboard.type('99')
  await page.keyboard.press('Enter')
  await page.getByText('Stopped at 10.00 s. That is not plausible: 2 to 10 s.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Speed in s' }).inputValue()).toBe('10.00')
  await page.getByRole('textbox', { name: 'Speed in s' }).fill('3.005')
  await expect.poll(() => speed.getAttribute('aria-valuetext')).toBe('3.005 s, 79.67 points')
  // A screen reader hears the whole of it once the sliders rest.
  await page
    .getByRole('status')
    .filter({ hasText: /^Final [\d.]+\. Place \d+ of \d+\. / })
    .waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Back to your last visit' }).click()
  const known = await mine(page)
  const final = Math.round((known.results[0]?.score ?? 0) * 100)
  await expect.poll(() => figures(page)).toEqual(counted(known, final))
})

test('shows a way to the next best that reaches it, corner by corner, without a network', async () => {
  const visitor = await enter()
  const { page } = visitor
  const known = await mine(page)
  const best = Math.max(...known.results.map(({ score }) => score))
  await visitor.setOffline(true)
  await page.getByRole('button', { name: 'Show the way: To your next best' }).click()
  const way = page.getByRole('region', { name: 'To your next best, corner by corner' })
  await way
    .getByText(/^\+[\d.]+ points$/)
    .first()
    .waitFor()
  expect(Number((await figures(page)).final)).toBeGreaterThan(best)
  expect(
    await way.getByText(/of this season’s board are that good|Nobody on this season/).count(),
  ).toBeGreaterThan(0)
  await visitor.setOffline(false)
  expect(await inspect(page, 'what-it-takes')).toEqual([])
})

test('starts in the middle without a visit, and says so', async () => {
  const page = await stage.open(PAGE, await stage.api.athlete())
  await page.getByRole('heading', { name: 'No visit to start from' }).waitFor()
  expect(await slider(page, 'Power').getAttribute('aria-valuetext')).toBe('45.0 cm, 50.00 points')
  await page.getByRole('link', { name: 'Book a test' }).first().waitFor()
  expect(await inspect(page, 'what-it-takes-empty')).toEqual([])
})
