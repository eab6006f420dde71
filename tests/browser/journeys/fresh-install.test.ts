// An install without the demo, as its first member of staff finds it.
import { expect, test } from 'vitest'

import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set({ demo: false, clock: '2026-11-24T10:20:00Z' })

test('the first day is listed, and a season is made in a minute', { timeout: 120_000 }, async () => {
  const first = await stage.api.athlete(undefined, 'Fenella')
  expect(stage.server.change('UPDATE account SET role = 3 WHERE uaid = ?', first.uaid)).toBe(1)
  const page = await stage.open('/en-gb/staff-account-pd-admin', first)
  const list = page.getByRole('region', { name: 'Before your first day' })
  await list.getByText('0 of 9 done').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(9)
  expect(await inspect(page, 'first-day')).toEqual([])

  await list.getByRole('link', { name: 'Add a season' }).click()
  await page.getByRole('button', { name: 'Add season 11' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add season 11' })
  await dialog.getByRole('button', { name: 'Add the season' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto('/en-gb/staff-account-pd-admin')
  await list.getByRole('button', { name: 'These times suit us' }).click()
  await list.getByText('2 of 9 done').waitFor()
  await expect.poll(() => list.getByText('Add a season that covers today').count()).toBe(0)

  await list.getByRole('link', { name: 'Academy details' }).click()
  await page.getByLabel('Name of the academy').fill('The Mill')
  await page.getByRole('button', { name: 'Save the details' }).click()
  await expect
    .poll(
      async () =>
        (await stage.api.call<{ event: { eventLocationName: string } }>('GET', 'event/config')).data.event
          .eventLocationName,
    )
    .toBe('The Mill')
  expect(await inspect(page, 'academy-details')).toEqual([])
})
