// A relay that does not answer: programme delivery sees on Today which letters wait, and sends them again.
import { expect, test } from 'vitest'

import { bookToday } from '../harness/desk.ts'
import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

/** A Tuesday, which the demo's week is open on. */
const TODAY = '2026-11-24'
/** Nobody listens on the port for discarded mail. */
const stage = Stage.set({ clock: `${TODAY}T09:30:00Z`, flags: ['--smtp-url', 'smtp://127.0.0.1:9'] })

test('letters that do not leave stand on Today with their reason', { timeout: 180_000 }, async () => {
  const athlete = await stage.api.athlete()
  await bookToday(stage.api, athlete, TODAY, '15:00')
  const page = await stage.open('/en-gb/staff-account-pd-admin?section=today', 'delivery')
  const stuck = page.getByRole('region', { name: /gone out$/ })
  // Three tries, five and ten seconds apart.
  await stuck.getByText(athlete.emailAddress).first().waitFor({ timeout: 90_000 })
  await stuck.getByText('Next try', { exact: false }).first().waitFor()
  expect(await inspect(page, 'today-stuck-letters')).toEqual([])
  await stuck
    .getByRole('button', { name: /^Send (all )?again$/ })
    .first()
    .click()
  await page.getByText(/being sent\.$/).waitFor()
})
