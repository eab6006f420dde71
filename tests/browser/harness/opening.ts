// A scheduled opening of January 2027, and the band of the booking page that announces it.
import type { Page } from 'playwright-core'

import type { Api } from './api.ts'
import { tokenOf } from './session.ts'
import type { Stage } from './stage.ts'

const MINUTE_MS = 60_000

interface Stored {
  settings: Record<string, unknown>
  rev: number
}

/** Stores one opening that begins then, or none, as staff would. */
export async function openJanuaryAt(api: Api, at: number | null): Promise<void> {
  const token = await tokenOf(api, 'delivery@sixfold.example')
  const stored = await api.ask<Stored>('GET', 'event/admin/settings', undefined, token)
  const january = { from: '2027-01-01', to: '2027-01-31' }
  const openings = at === null ? [] : [{ ...january, opensAt: new Date(at).toISOString() }]
  const settings = { ...stored.settings, openings }
  await api.ask('PUT', 'event/admin/settings', { settings, rev: stored.rev }, token)
}

/** The next full minute that leaves a page the time to load. */
export const soon = (stage: Stage) =>
  Math.ceil((stage.server.now().getTime() + 20_000) / MINUTE_MS) * MINUTE_MS

export const band = (page: Page) => page.getByRole('region', { name: 'Next opening' })
