// Every screen of the editors at every width, in daylight: nothing that axe finds, nothing wider than its window.
import { expect, test } from 'vitest'

import type { Visitor } from '../harness/browser.ts'
import { AREA, edit, preview } from '../harness/editors.ts'
import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

const SCREENS: readonly (readonly [string, (visitor: Visitor) => Promise<unknown>])[] = [
  [
    'list',
    async ({ page }) => {
      await page.goto(`${AREA}?section=content&kind=page`)
      await page.getByRole('row').nth(3).waitFor()
    },
  ],
  [
    'new',
    async ({ page }) => {
      await page.goto(`${AREA}?section=content&status=draft`)
      await page.getByRole('button', { name: 'New item' }).click()
    },
  ],
  [
    'editor',
    async (visitor) => {
      const page = await edit(visitor, 'home-how-it-works')
      await page.locator('summary').first().click()
      await page.getByRole('toolbar').first().waitFor()
      await preview(page).getByRole('heading', { level: 2 }).waitFor()
    },
  ],
  [
    'preview',
    async (visitor) => {
      const page = await edit(visitor, 'home-prize')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Show the preview' }).click()
      await preview(page).getByRole('heading').first().waitFor()
    },
  ],
  [
    'picker',
    async (visitor) => {
      const page = await edit(visitor, 'book-test')
      const components = page.getByRole('group', { name: /^Components/ })
      await components.getByRole('button', { name: 'Add' }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  ],
  [
    'settings',
    async ({ page }) => {
      await page.goto(`${AREA}?section=settings`)
      await page.getByRole('switch', { name: /^Maintenance/ }).check()
      await page.getByText('This closes the site').waitFor()
    },
  ],
  [
    'history',
    async (visitor) => {
      const page = await edit(visitor, 'home-countdown', 'history')
      await page.getByRole('navigation', { name: 'Versions' }).waitFor()
    },
  ],
]

test.each(SCREENS)('the screen %s stands at every width', async (name, arrive) => {
  const visitor = await stage.signedIn('delivery')
  await arrive(visitor)
  expect(await inspect(visitor.page, `authoring-${name}`)).toEqual([])
})
