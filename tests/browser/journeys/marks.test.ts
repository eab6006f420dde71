// The boards of one test: each row's measurement beside its points (RULES 8.11).
import { expect, test } from 'vitest'

import { inspect } from '../harness/inspect.ts'
import { enterFinal } from '../harness/finals.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const TODAY = '2026-11-24'
const BOARD = '/en-gb/my-account-my-leaderboard'
const stage = Stage.set({ clock: `${TODAY}T09:30:00Z` })

interface Protocol {
  TestType: string
  zero: number
  hundred: number
}

/** Changes what the shuttle is worth, for everybody who is onboarded from now on. */
async function scoreAgility(marks: Pick<Protocol, 'zero' | 'hundred'>): Promise<void> {
  const staff = await tokenOf(stage.api, 'delivery@sixfold.example')
  const path = 'event/admin/protocols'
  const stored = await stage.api.ask<{ tests: Protocol[] }>('GET', path, undefined, staff)
  const tests = stored.tests.map((one) => (one.TestType === 'Agility' ? { ...one, ...marks } : one))
  await stage.api.ask('PUT', path, { tests }, staff)
}

test('a board of one test has 7.82 s beside 78.00, and a board of finals has points alone', async () => {
  // By the first protocols 7.82 s would be worth nothing: five seconds from 11.72 s down are worth 100 points now.
  await scoreAgility({ zero: 11.72, hundred: 6.72 })
  await enterFinal(stage.api, {
    firstName: 'Vera',
    points: 50,
    measured: { Agility: 7.82 },
    date: TODAY,
    time: '11:00',
  })
  await enterFinal(stage.api, {
    firstName: 'Hedda',
    points: 50,
    measured: { Agility: 6.801 },
    date: TODAY,
    time: '11:15',
    hold: true,
  })
  const page = await stage.open(BOARD)
  const table = page.getByRole('table').first()
  await table.waitFor()
  expect(await table.innerText()).not.toMatch(/\d s\b/)
  expect(await page.getByRole('columnheader', { name: 'Measured' }).count()).toBe(0)

  await page.getByLabel('Test', { exact: true }).selectOption('Agility')
  await page.getByRole('table', { name: /, Agility, overall:/ }).waitFor()
  const all = page.getByRole('button', { name: /^Show all/ })
  await all.click()
  const vera = page.getByRole('row', { name: /Vera/ })
  await vera.waitFor()
  expect((await vera.innerText()).replaceAll(/\s+/g, ' ')).toContain('7.82 s 78.00')
  // Scored by the first protocols, and in the same column.
  const rows = await page.getByRole('table').first().getByRole('row').allInnerTexts()
  expect(rows.filter((row) => /\d\.\d{2,3} s\s+\d+\.\d\d$/.test(row.trim())).length).toBe(rows.length - 1)
  // A final on hold shows nothing of itself, so no mark either.
  expect(rows.join()).not.toContain('6.80')
  expect(rows.join()).not.toContain('Hedda')
  expect(await inspect(page, 'marks')).toEqual([])

  const figures = vera.locator('td').last().locator('span')
  await page.setViewportSize({ width: 1440, height: 900 })
  const [mark, points] = [await figures.nth(1).boundingBox(), await figures.last().boundingBox()]
  expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThanOrEqual(points?.x ?? 0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(async () => (await figures.nth(1).boundingBox())?.y)
    .toBeGreaterThan((await figures.last().boundingBox())?.y ?? 0)
})

test('every test has its unit, and the athlete’s own place its mark', async () => {
  const { page } = await stage.signedIn('retest', { width: 390, height: 844 })
  for (const [name, mark] of [
    ['Cognitive', /\d+ hits/],
    ['Strength', /\d+\.\d{1,2} N\/kg/],
    ['Power', /\d+\.\d{1,2} cm/],
    ['Speed', /\d\.\d{2,3} s/],
    ['Endurance', /level \d+\.\d/],
  ] as const) {
    await page.goto(`${BOARD}?test=${name}`)
    await page.getByRole('table', { name: new RegExp(`, ${name}, overall:`) }).waitFor()
    const text = await page.getByRole('table').first().innerText()
    expect(text.match(new RegExp(mark, 'g'))?.length, name).toBeGreaterThan(5)
    expect(await inspect(page, `marks-${name.toLowerCase()}`)).toEqual([])
  }
  const beaten = page.getByRole('definition').first()
  await expect.poll(() => beaten.innerText()).toMatch(/^\d+\.\d\d\s+level \d+\.\d$/)
})
