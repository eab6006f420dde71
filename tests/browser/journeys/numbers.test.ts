// The day at a glance and the numbers over time, by programme delivery: pictures with their tables, ranges, and files.
import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { bookToday, testAll } from '../harness/desk.ts'
import { inspect } from '../harness/inspect.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

/** A Tuesday, which the demo's week is open on. */
const TODAY = '2026-11-24'
const stage = Stage.set({ clock: `${TODAY}T14:38:00Z` })

interface Today {
  counts: Record<'expected' | 'arrived' | 'onboarded' | 'finished' | 'noShows' | 'waiting', number>
}

const delivery = (section: string) =>
  stage.open(`/en-gb/staff-account-pd-admin?section=${section}`, 'delivery')

test(
  'the day follows who comes, and its table holds what the picture shows',
  { timeout: 120_000 },
  async () => {
    const [early, late] = [await stage.api.athlete(), await stage.api.athlete()]
    const first = await bookToday(stage.api, early, TODAY, '15:00')
    await bookToday(stage.api, late, TODAY, '15:15')
    const page = await delivery('today')
    await page.getByRole('heading', { name: 'Tuesday 24 November' }).waitFor()
    const stages = async () =>
      (await page.locator('dl').first().locator('dd').allInnerTexts()).map(parseFloat)
    const counted = async () => {
      const token = await tokenOf(stage.api, 'delivery@sixfold.example')
      const { counts } = (await stage.api.call<Today>('GET', 'event/admin/today', undefined, token)).data
      return [counts.expected, counts.arrived, counts.onboarded, counts.finished]
    }
    const before = await counted()
    expect(await stages()).toEqual(before)

    await testAll(stage.api, first)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(stages).toEqual(await counted())
    expect((await stages())[2]).toBe((before[2] ?? 0) + 1)
    const booked = await page.locator('tbody tr td:nth-child(2)').allInnerTexts()
    expect(
      booked.reduce((sum, text) => sum + Number(text), 0),
      'the table tells of everybody',
    ).toBe(before[0])
    expect(await inspect(page, 'today')).toEqual([])
  },
)

test(
  'numbers are looked at over any dates, by keyboard, and taken along as a file',
  { timeout: 120_000 },
  async () => {
    const page = await delivery('numbers')
    const bookings = page.getByRole('region', { name: 'Bookings over time' })
    await bookings.waitFor()
    await page.getByRole('radio', { name: '30 days', exact: true }).focus()
    for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toContain('range=all')
    await bookings.getByRole('columnheader', { name: 'Month' }).waitFor()

    const cells = await page
      .getByRole('table', { name: 'Places taken by weekday and hour' })
      .locator('td[data-heat]')
      .allInnerTexts()
    const warm = cells.reduce((sum, text) => sum + Number(text), 0)
    const hours = page.getByRole('region', { name: 'Hours of the week, the busiest first' })
    const taken = await hours.locator('tbody tr td:nth-child(2)').allInnerTexts()
    expect(warm).toBeGreaterThan(0)
    expect(taken.reduce((sum, text) => sum + Number(text.replace(',', '')), 0)).toBe(warm)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV of bookings' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n').filter(Boolean)
    expect(lines[0]).toBe('\ufeffdate,until,booked,arrived,missed,cancelled')
    expect(lines.length - 1).toBe(await bookings.locator('tbody tr').count())

    await page.getByLabel('Test', { exact: true }).selectOption('Speed')
    await page.getByRole('region', { name: 'Distribution of points: Speed' }).waitFor()
    expect(await inspect(page, 'numbers')).toEqual([])
    await page.getByRole('radio', { name: 'Dates', exact: true }).check()
    await page.getByLabel('To', { exact: true }).fill('2023-01-01')
    await page.getByText('The last day is before the first.').waitFor()
  },
)
