// Programme delivery sets how booking works and which seasons there are; two who save at once see each other.
import { expect, test } from 'vitest'

import { inspect } from '../harness/inspect.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

interface Stored {
  settings: { slotCapacity: number; daysAhead: number; testSlots: Record<string, string[]> }
  rev: number
}

const open = (view: string) =>
  stage.open(`/en-gb/staff-account-pd-admin?section=programme&view=${view}`, 'delivery')

const delivery = () => tokenOf(stage.api, 'delivery@sixfold.example')

async function stored(): Promise<Stored> {
  const answer = await stage.api.call<Stored>('GET', 'event/admin/settings', undefined, await delivery())
  return answer.data
}

/** Saves over what is stored, as somebody else in another window. */
async function saveMeanwhile(change: Partial<Stored['settings']>): Promise<Stored['settings']> {
  const { settings, rev } = await stored()
  const changed = { ...settings, ...change }
  await stage.api.call('PUT', 'event/admin/settings', { settings: changed, rev }, await delivery())
  return changed
}

test(
  'places and notice are set, a save that meets another shows both, and weekly times are left to the schedule',
  { timeout: 120_000 },
  async () => {
    const page = await open('booking')
    const places = page.getByLabel('Places at each time')
    await places.waitFor()
    expect(await inspect(page, 'programme-booking')).toEqual([])

    const before = await stored()
    await places.fill('7')
    await page.getByRole('button', { name: 'Save booking settings' }).click()
    await expect.poll(async () => (await stored()).settings.slotCapacity).toBe(7)
    expect((await stored()).settings.testSlots).toEqual(before.settings.testSlots)
    await page.getByText('Saved.').waitFor()

    // Somebody else saves meanwhile.
    const theirs = await saveMeanwhile({ slotCapacity: 9 })
    await page.getByLabel('Days of notice').fill('2')
    await page.getByRole('button', { name: 'Save booking settings' }).click()
    const both = page.getByRole('alert').filter({ hasText: 'Someone else' })
    await both.getByText('Days of notice').waitFor()
    await both.getByRole('button', { name: 'Keep theirs' }).click()
    await expect.poll(() => page.getByLabel('Places at each time').inputValue()).toBe('9')
    expect((await stored()).settings.daysAhead).toBe(theirs.daysAhead)

    // What somebody else has changed meanwhile and was not changed here stays, whichever version is chosen.
    await saveMeanwhile({ testSlots: { ...theirs.testSlots, monday: ['09:15'] } })
    await page.getByLabel('Days of notice').fill('3')
    await page.getByRole('button', { name: 'Save booking settings' }).click()
    await both.getByRole('button', { name: 'Use mine' }).click()
    await expect.poll(async () => (await stored()).settings.daysAhead).toBe(3)
    expect((await stored()).settings).toMatchObject({ slotCapacity: 9, testSlots: { monday: ['09:15'] } })

    await page.getByRole('link', { name: 'weekly times' }).click()
    await page.getByRole('button', { name: 'Save the weekly times' }).waitFor()
  },
)

test('a season is added after the last, and removed again', { timeout: 120_000 }, async () => {
  const page = await open('seasons')
  const add = page.getByRole('button', { name: /^Add season \d+/ })
  const number = /\d+/.exec((await add.textContent()) ?? '')?.[0] ?? ''
  await add.click()
  const dialog = page.getByRole('dialog', { name: `Add season ${number}` })
  const start = await dialog.getByLabel('First day').inputValue()
  await dialog.getByLabel('First day').fill('2040-01-01')
  await dialog.getByLabel('Last day').fill('2040-12-31')
  await dialog.getByRole('button', { name: 'Add the season' }).click()
  await dialog.getByText('the day after the previous one ends').waitFor()
  expect(await inspect(page, 'programme-season')).toEqual([])
  await dialog.getByLabel('First day').fill(start)
  await dialog.getByRole('button', { name: 'Add the season' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: `Season ${number}` })
  await row.getByRole('button', { name: `Remove season ${number}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the season' }).click()
  await expect.poll(() => row.count()).toBe(0)
})
