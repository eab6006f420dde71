// The programme-delivery team at the editor, a colleague past the screen, and what visitors get of it.
import type { FrameLocator, Page } from 'playwright-core'

import type { Visitor } from './browser.ts'
import { DEMO, signIn } from './session.ts'
import type { Stage } from './stage.ts'

export const AREA = '/en-gb/staff-account-pd-admin'
const AUTHORING = 'api/content/sixfold-en-gb/authoring/v1'

export const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Preview"]')
export const saved = (page: Page) => page.getByText('Draft saved: visitors still see what they saw before')
export const shown = (page: Page) => page.getByText('Published: visitors see this now')
export const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)

/** An item as the authoring calls have it. */
export interface Stored {
  item: { id: string; rev: number; elements: Record<string, unknown> }
}

/** Somebody of the demo, signed in. */
export async function enter(stage: Stage, name = 'delivery'): Promise<Visitor> {
  const visitor = await stage.visitor()
  const account = { emailAddress: `${name}@sixfold.example`, password: DEMO }
  await signIn(visitor, stage.server.url, account)
  return visitor
}

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

/** A write past the screen, as a colleague's. */
export async function write(visitor: Visitor, method: string, path: string, data: unknown): Promise<unknown> {
  const { request } = visitor.context
  const csrf = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await request.fetch(`/${AUTHORING}/${path}`, {
    method,
    data,
    headers: { 'x-csrf-token': csrf.csrfToken },
  })
  const body = (await answer.json()) as { data: unknown; error: unknown }
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${JSON.stringify(body.error)}`)
  return body.data
}

export async function read(visitor: Visitor, path: string): Promise<unknown> {
  const answer = await visitor.context.request.get(`/${AUTHORING}/${path}`)
  return ((await answer.json()) as { data: unknown }).data
}
