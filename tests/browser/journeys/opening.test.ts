// A scheduled opening: staff set it, and a page that is open opens with it.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { freeTimes, openDays } from '../harness/booking.ts'
import { inspect } from '../harness/inspect.ts'
import { band, openJanuaryAt, soon } from '../harness/opening.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const MINUTE = 60_000
const DAY = 'Tuesday 12 January'

const opensAt = (at: number | null) => openJanuaryAt(stage.api, at)
const day = (page: Page) => page.getByRole('grid').getByRole('button', { name: new RegExp(`^${DAY}`) })

async function toJanuary(page: Page): Promise<void> {
  while (!(await page.getByRole('heading', { name: 'January 2027', exact: true }).isVisible()))
    await page.getByRole('button', { name: 'Later month' }).click()
}

test('the days of an opening open while the page is looked at', { timeout: 240_000 }, async () => {
  const days = stage.server.now().getTime() + 3 * 24 * 60 * MINUTE
  await opensAt(Math.ceil(days / MINUTE) * MINUTE)
  const page = await stage.open('/en-gb/my-account-book-test')
  await openDays(page).first().waitFor()
  await band(page).getByText('Booking for January 2027').waitFor()
  expect(await band(page).getByRole('timer').innerText()).toMatch(/^\s*(2|3)\s+days\s+\d+\s+hours?\s*$/)
  await toJanuary(page)
  expect(await day(page).getAttribute('aria-label')).toMatch(/, Opens Thu 26 Nov, \d\d:\d\d$/)
  expect(await inspect(page, 'opening-days')).toEqual([])

  // Staff bring it forward; the open page follows.
  const at = soon(stage)
  await opensAt(at)
  await band(page)
    .getByText(/^0[01]:\d\d$/)
    .waitFor()
  await toJanuary(page)
  await day(page).click()
  await page
    .getByText(/^Opens Mon 23 Nov, 09:\d\d$/)
    .first()
    .waitFor()
  expect(await freeTimes(page).count()).toBe(0)
  expect(await inspect(page, 'opening-last-minute')).toEqual([])
  const grid = await page.getByRole('grid').boundingBox()

  await band(page).getByText('Open', { exact: true }).waitFor({ timeout: 90_000 })
  await freeTimes(page).first().waitFor()
  expect(await day(page).getAttribute('aria-label')).toMatch(/places? left$/)
  expect(stage.server.now().getTime() - at, 'not before its time').toBeGreaterThan(-1_000)
  expect(stage.server.now().getTime() - at, 'and not long after').toBeLessThan(10_000)
  expect(await page.getByRole('grid').boundingBox(), 'nothing has moved').toEqual(grid)
  expect(await inspect(page, 'opening-open')).toEqual([])
})

test('staff who pick a place see when its day opens', { timeout: 120_000 }, async () => {
  const days = stage.server.now().getTime() + 3 * 24 * 60 * MINUTE
  await opensAt(Math.ceil(days / MINUTE) * MINUTE)
  const athlete = await stage.api.athlete(undefined, 'Philippa')
  const page = await stage.open(
    `/en-gb/staff-account-pd-admin?section=users&uaid=${athlete.uaid}`,
    'delivery',
  )
  await page.getByRole('button', { name: 'Book a test' }).click()
  const dialog = page.getByRole('dialog', { name: /^Book a test: Philippa/ })
  await dialog.getByLabel('Day', { exact: true }).fill('2027-01-12')
  await dialog.getByText(/^Opens Thu 26 Nov, \d\d:\d\d$/).waitFor()
  expect(await inspect(page, 'opening-place')).toEqual([])
})

test(
  'programme delivery schedules an opening, and is told what is wrong with one',
  { timeout: 120_000 },
  async () => {
    await opensAt(null)
    const page = await stage.open('/en-gb/staff-account-pd-admin?section=programme&view=openings', 'delivery')
    await page.getByRole('button', { name: 'Add an opening' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add the opening' }).click()
    await dialog.getByText('Pick the first day.').waitFor()
    await dialog.getByLabel('First day').fill('2026-12-31')
    await dialog.getByLabel('Last day').fill('2026-12-01')
    await dialog.getByLabel('Booking opens').fill('2026-11-29T20:00')
    await dialog.getByText('The last day is before the first.').waitFor()
    expect(await inspect(page, 'opening-form')).toEqual([])
    await dialog.getByLabel('First day').fill('2026-12-01')
    await dialog.getByLabel('Last day').fill('2026-12-31')
    await dialog.getByRole('button', { name: 'Add the opening' }).click()
    const row = page.getByRole('row').filter({ hasText: '1 Dec to 31 Dec 2026' })
    await row.getByText('Sun 29 Nov 2026, 20:00').waitFor()
    expect(await inspect(page, 'openings')).toEqual([])

    // Another one that shares days is refused at the first of them.
    await page.getByRole('button', { name: 'Add an opening' }).click()
    await dialog.getByLabel('First day').fill('2026-12-31')
    await dialog.getByLabel('Last day').fill('2027-01-31')
    await dialog.getByLabel('Booking opens').fill('2026-11-29T20:00')
    await dialog.getByRole('button', { name: 'Add the opening' }).click()
    await dialog.getByText('Some of these days are in another opening already.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove the opening' }).click()
    await page.getByText('No opening is scheduled.').waitFor()
  },
)
