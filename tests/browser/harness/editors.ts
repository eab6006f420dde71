// The programme-delivery team at the editor, and what visitors get of it.
import type { FrameLocator, Page } from 'playwright-core'

import type { Visitor } from './browser.ts'
import type { Stage } from './stage.ts'

export const AREA = '/en-gb/staff-account-pd-admin'

export const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Preview"]')
export const saved = (page: Page) => page.getByText('Draft saved: visitors still see what they saw before')
export const shown = (page: Page) => page.getByText('Published: visitors see this now')
export const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)

/** Opens an item at one of its views. */
export async function edit(visitor: Visitor, item: string, view = ''): Promise<Page> {
  await visitor.page.goto(`${AREA}?section=content&item=${item}${view && `&view=${view}`}`)
  await visitor.page.getByRole('navigation', { name: 'Views of this item' }).waitFor()
  return visitor.page
}

/** What visitors are served, from the API and as the first HTML. */
export async function visitorsSee(
  { server: { url } }: Stage,
  item: string,
  path = '/en-gb/',
): Promise<{ item: string; page: string }> {
  const rendered = await fetch(`${url}/api/content/sixfold-en-gb/delivery/v1/rendering/context/${item}`)
  return { item: await rendered.text(), page: await (await fetch(`${url}${path}`)).text() }
}
