// Staff book one person: delivery from Users and Bookings, who phoned for help into the queue, and the desk for today.
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { DESK } from '../harness/desk.ts'
import { inspect } from '../harness/inspect.ts'
import { DEMO } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

/** A Tuesday before noon, with places all day. */
const stage = Stage.set({ clock: '2026-11-24T10:20:00Z' })

const currentOf = async (athlete: Athlete) => (await stage.api.entries(athlete))[0]

test('delivery books somebody from their profile and from the list', { timeout: 180_000 }, async () => {
  const [first, second] = [
    await stage.api.athlete(undefined, 'Philippa'),
    await stage.api.athlete(undefined, 'Quentin'),
  ]
  const page = await stage.open(`/en-gb/staff-account-pd-admin?section=users&uaid=${first.uaid}`, 'delivery')
  await page.getByRole('button', { name: 'Book a test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book a test: Philippa Rival' })
  await dialog.getByText('Their first test.').waitFor()
  expect(await inspect(page, 'book-person')).toEqual([])
  await dialog.getByRole('radio', { name: /11:00/ }).check({ force: true })
  await dialog.getByRole('button', { name: /^Book Wed 25 Nov/ }).click()
  await dialog.getByText(/is booked for/).waitFor()
  expect(await currentOf(first)).toMatchObject({ eventTestDate: '2026-11-25', eventTestTime: '11:00' })
  await dialog.getByRole('button', { name: 'Done' }).click()

  // Once more: they have a booking, and nothing is offered that would be refused.
  await page.goto('/en-gb/staff-account-pd-admin?section=bookings')
  await page.getByRole('button', { name: 'Book somebody' }).click()
  const search = page.getByRole('searchbox', { name: 'Who is it?' })
  await search.fill(first.uaid)
  await page.getByRole('button', { name: /Philippa Rival/ }).click()
  await page.getByText('They have a booking already').waitFor()
  await page.getByRole('button', { name: 'Somebody else' }).click()
  await search.fill(second.uaid)
  await page.getByRole('button', { name: /Quentin Rival/ }).click()
  const other = page.getByRole('dialog', { name: 'Book a test: Quentin Rival' })
  await other.getByRole('checkbox', { name: 'They need assistance' }).check({ force: true })
  await other.getByLabel('Which help').fill('A chair between the tests')
  await other.getByRole('checkbox', { name: /Choose the place later/ }).check({ force: true })
  await other.getByRole('button', { name: 'Put into the queue' }).click()
  await other.getByText(/is in the assistance queue/).waitFor()
  expect((await currentOf(second))?.eventTestStatus).toBe('assistance')
})

test(
  'the desk books whoever stands there, for today, and onboards them with one press',
  { timeout: 120_000 },
  async () => {
    const athlete = await stage.api.athlete(undefined, 'Rosalind')
    const page = await stage.open(DESK, 'instore')
    await page
      .getByRole('tab', { name: 'Today' })
      .or(page.getByRole('button', { name: 'Today', exact: true }))
      .first()
      .click()
    await page.getByRole('button', { name: 'Book for today' }).first().click()
    await page.getByRole('searchbox', { name: 'Who is it?' }).fill(athlete.uaid)
    await page.getByRole('button', { name: /Rosalind Rival/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Book for today: Rosalind Rival' })
    await dialog.getByText('Times today').waitFor()
    expect(await inspect(page, 'book-for-today')).toEqual([])
    await dialog.getByRole('radio', { name: /14:00/ }).check({ force: true })
    await dialog.getByRole('button', { name: /^Book Tue 24 Nov/ }).click()
    await dialog.getByText(/is booked for/).waitFor()
    expect(await currentOf(athlete)).toMatchObject({ eventTestDate: '2026-11-24', eventTestTime: '14:00' })
    await dialog.getByRole('button', { name: 'Onboard now' }).click()
    await page.getByRole('heading', { name: 'Is this Rosalind?' }).waitFor()
  },
)

test('staff land where their day begins', async () => {
  for (const [who, area] of [
    ['instore', 'staff-account-instore-admin'],
    ['delivery', 'staff-account-pd-admin'],
    ['coach', 'staff-account-coach-admin'],
    ['athlete', 'my-account'],
  ] as const) {
    const page = await stage.open('/en-gb/login')
    await page.getByLabel('E-mail').fill(`${who}@sixfold.example`)
    await page.getByLabel('Password', { exact: true }).fill(DEMO)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Log|Sign) in$/ })
      .click()
    await page.waitForURL(`**/en-gb/${area}`)
    expect(new URL(page.url()).pathname, who).toBe(`/en-gb/${area}`)
  }
})
