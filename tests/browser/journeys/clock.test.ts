// A server whose clock has jumped: programme delivery sees it on Today, and confirms that the clock is right.
import { expect, test } from 'vitest'

import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set({ clock: '2026-11-24T09:30:00Z' })

test('a clock that has jumped is doubted until somebody says it is right', { timeout: 120_000 }, async () => {
  const { directory } = stage.server
  await stage.server.end('SIGTERM')
  await stage.replace({ directory, clock: '2027-01-12T09:30:00Z', acceptClock: false })
  expect(stage.server.log()).toContain('the clock is far ahead of the newest time')
  const page = await stage.open('/en-gb/staff-account-pd-admin?section=today', 'delivery')
  const notice = page.getByRole('status').filter({ hasText: 'Check the server’s clock' })
  await notice.waitFor()
  expect(await notice.innerText()).toContain('24 November 2026')
  expect(await inspect(page, 'clock')).toEqual([])
  await notice.getByRole('button', { name: 'The clock is right' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(await (await fetch(`${stage.server.url}/readyz`)).text()).toBe('ready')
})
