// More people come to an opening than there is room for: the draw, the waiting room, and the way back to the chosen day.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { band, openJanuaryAt, soon } from '../harness/opening.ts'
import { Stage } from '../harness/stage.ts'

/** How many may be inside. */
const PEOPLE = 4
const stage = Stage.set({ flags: ['--people', String(PEOPLE)] })

test('who is in the draw goes to the waiting room, and from there back', { timeout: 300_000 }, async () => {
  // Staff never wait, and count as people inside: they keep the site full.
  const staff = await Promise.all(Array.from({ length: PEOPLE }, () => stage.signedIn('instore')))
  const opensAt = soon(stage)
  await openJanuaryAt(stage.api, opensAt)
  const visitor = await stage.visitor()
  const { page } = visitor
  await page.goto('/en-gb/my-account-book-test?date=2027-01-12T10:00')
  await band(page)
    .getByText(/^You are in the draw\. Places are drawn at 09:\d\d\.$/)
    .waitFor()
  for (let other = 0; other < 3; other += 1) await fetch(`${stage.server.url}/api/waiting-room`)

  // From before the opening until nobody comes in any more, they are there in every second.
  let waits = false
  const full = (async () => {
    while (!waits) {
      await Promise.all(
        staff.map(({ context }) => context.request.get(`${stage.server.url}/api/user/profile`)),
      )
      await sleep(150)
    }
  })()
  await page.waitForURL(/\/en-gb\/waiting-room#to=%2Fen-gb%2Fmy-account-book-test/, { timeout: 120_000 })
  await page.getByText('4 people are in the queue.').waitFor()
  expect(await page.title()).toMatch(/^(You are next|[123] ahead of you)$/)
  waits = true
  await full

  // A minute later they are no longer inside.
  await page.waitForURL(/\/en-gb\/my-account-book-test/, { timeout: 120_000 })
  expect(stage.server.now().getTime()).toBeGreaterThan(opensAt)
  await band(page).waitFor({ state: 'detached' })
  await page.getByRole('grid').waitFor()
  // The browser logs each call that was refused because they have to wait.
  for (const complaint of visitor.complaints.splice(0)) expect(complaint).toContain('503')
})
