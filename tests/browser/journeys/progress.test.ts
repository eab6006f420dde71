// My progress: the line of an athlete's visits, a visit against another or the field, and where it stands.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const PAGE = '/en-gb/my-account-my-progress'

interface Visit {
  eventBookingId: string
  score: number
  gain: number | null
  best: boolean
  tests: { TestType: string; score: number; mark: number; unit: string }[]
}

interface Standing {
  percentile: number | null
  people: number | null
}

/** What the server knows. */
async function ownProgress(page: Page) {
  const answer = await page.context().request.get(`${stage.server.url}/api/user/progress`)
  return ((await answer.json()) as { data: { visits: Visit[]; field: { standings: Standing[] } } }).data
}

/** Goes down to what is drawn once it comes near. */
async function comeNear(page: Page) {
  await page.getByRole('img', { name: /^Final score over/ }).waitFor()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
}

test('from the athlete page to every visit, by keyboard', { timeout: 120_000 }, async () => {
  const page = await stage.open('/en-gb/my-account', 'retest')
  await page.getByRole('link', { name: 'My progress' }).first().click()
  await page.waitForURL(`**${PAGE}`)
  const { visits, field } = await ownProgress(page)
  expect(visits.length).toBeGreaterThan(4)
  const rows = page
    .getByRole('region', { name: 'Final score, visit by visit' })
    .getByRole('row', { name: /20\d\d/ })
  await expect.poll(() => rows.count()).toBe(visits.length)
  // Newest first, the personal best named.
  const shown = await rows.getByRole('cell').allTextContents()
  expect(shown[0]).toBe(visits.at(-1)?.score.toFixed(2))
  const best = visits.find((visit) => visit.best)
  await page
    .getByRole('row', { name: /Best/ })
    .getByText(best?.score.toFixed(2) ?? '')
    .waitFor()
  const everybody = field.standings[0]
  await comeNear(page)
  await page
    .getByText(`of ${everybody?.people ?? 0} people`)
    .first()
    .waitFor()
  expect(await inspect(page, 'progress')).toEqual([])

  // The tests are one group of radio buttons: an arrow chooses the next.
  const tests = page.getByRole('group', { name: 'What the chart shows' })
  await tests.getByRole('radio', { name: /^Final score/ }).focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await page.getByRole('img', { name: /^Speed over \d+ visits/ }).waitFor()
  const speed = visits.at(-1)?.tests.find((one) => one.TestType === 'Speed')
  const sprints = page.getByRole('region', { name: 'Speed, visit by visit' })
  // With two decimals at least, and none cut off.
  const mark = new RegExp(`^${String(speed?.mark).replace('.', '\\.')}0* s$`)
  await sprints.getByText(mark).first().waitFor()
  expect(await inspect(page, 'progress-speed')).toEqual([])
})

test('a visit against another one, and against the field', { timeout: 120_000 }, async () => {
  const page = await stage.open(PAGE, 'retest')
  const { visits } = await ownProgress(page)
  const [first, newest] = [visits[0], visits.at(-1)]
  await comeNear(page)
  const then = page.getByRole('combobox', { name: 'Compared with' })
  await expect.poll(() => then.inputValue()).toBe(first?.eventBookingId)
  const final = page.getByRole('table', { name: /points per test/ }).getByRole('row', { name: /^Final/ })
  await final.getByText(`+${((newest?.score ?? 0) - (first?.score ?? 0)).toFixed(2)}`).waitFor()
  await then.selectOption({
    label: (await then.locator('option', { hasText: 'Median' }).textContent()) ?? '',
  })
  await page.getByRole('table', { name: /against Median of season/ }).waitFor()
  // An early visit, alone in its season: no number and no median.
  await page.getByRole('combobox', { name: 'Visit', exact: true }).selectOption(first?.eventBookingId ?? '')
  await page.getByText('Fewer than ten people, so no number').first().waitFor()
  await expect.poll(() => then.locator('option', { hasText: 'Median' }).count()).toBe(0)
  expect(await inspect(page, 'progress-early')).toEqual([])
})

test('before the first visit it leads to a booking', { timeout: 90_000 }, async () => {
  const page = await stage.open(PAGE, 'athlete')
  await page.getByText('Your line starts here').waitFor()
  expect(await inspect(page, 'progress-none')).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Book a test' }).click()
  await page.waitForURL('**/my-account-book-test**')
})

test('says what did not load, and loads it on another try', { timeout: 90_000 }, async () => {
  const visitor = await stage.signedIn('today')
  const { page } = visitor
  await page.route('**/api/user/progress?*', (route) => route.abort())
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Try again' }).first().waitFor({ timeout: 30_000 })
  await page.unroute('**/api/user/progress?*')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByText('One visit is a start.').waitFor()
  // What was cut off is said in the console, and it is meant to be.
  visitor.complaints.splice(0)
  expect(await inspect(page, 'progress-one')).toEqual([])
})
