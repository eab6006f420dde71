// The last five minutes of a session that a provider vouches for, and what somebody new from there is asked.
import { expect, test } from 'vitest'

import { newAddress } from '../harness/api.ts'
import { session } from '../harness/cookies.ts'
import { enter, stageWithProvider } from '../harness/single-sign-on.ts'

const { stage, provider } = stageWithProvider()

const MINUTE = 60_000

test('the provider opens beside the page, and its new session ends the warning', async () => {
  const email = newAddress('campus')
  provider().add({ email, role: 'coaching' })
  const visitor = await stage.visitor()
  const { context, page } = visitor
  await enter(visitor, stage.server.url, email)
  await page.goto('/en-gb/frequently-asked-questions')
  const search = page.getByRole('searchbox')
  await search.fill('retest')
  await page.waitForLoadState('networkidle')
  const before = await session(context, stage.server.url)
  await page.clock.fastForward(54 * MINUTE)
  const warning = page.getByRole('alertdialog')
  const way = warning.getByRole('button', { name: 'Continue with Campus' })
  await way.waitFor()
  // Time goes with the server's again: the session that begins now is fresh.
  await page.clock.setSystemTime(new Date())
  const opened = context.waitForEvent('page')
  await way.click()
  // The provider knows them, so it asks nothing and the tab has done its part.
  const beside = await opened
  if (!beside.isClosed()) await beside.waitForEvent('close')
  await warning.waitFor({ state: 'detached' })
  await page.getByText('another 58 minutes').waitFor()
  await expect.poll(() => search.inputValue()).toBe('retest')
  const after = await session(context, stage.server.url)
  expect(after.token).not.toBe(before.token)
})

test('somebody new begins with the questions and finds the name that the provider gave', async () => {
  const email = newAddress('campus')
  provider().add({ email, givenName: 'Ada', familyName: 'Sprinter' })
  const visitor = await stage.visitor()
  const { page } = visitor
  await enter(visitor, stage.server.url, email)
  await page.waitForURL('**/en-gb/register**')
  await page.getByRole('textbox', { name: 'Day' }).fill('12')
  await page.getByRole('textbox', { name: 'Month' }).fill('4')
  await page.getByRole('textbox', { name: 'Year' }).fill('1996')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('checkbox').first().waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('radio', { name: 'No' }).first().waitFor()
  for (const no of await page.getByRole('radio', { name: 'No', exact: true }).all())
    await no.check({ force: true })
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.waitForURL('**/user-registration**')
  await expect.poll(() => page.getByRole('textbox', { name: /^First name/ }).inputValue()).toBe('Ada')
  await expect.poll(() => page.getByRole('textbox', { name: /^Last name/ }).inputValue()).toBe('Sprinter')
})
