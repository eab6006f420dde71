// Names of every length and script, on every page that shows them, from 320 pixels up.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { type Athlete, newAddress } from '../harness/api.ts'
import { overflow } from '../harness/axe.ts'
import { bookToday, DESK, onboard } from '../harness/desk.ts'
import { enterFinal } from '../harness/finals.ts'
import { signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const TODAY = '2026-11-24'
const stage = Stage.set({ clock: `${TODAY}T09:30:00Z` })

const NAMES = ['W'.repeat(36), 'Bartholomew', 'Oluwaseunfunmi', 'عبدالرحمن', '李小龍']
const WIDTHS = [320, 390, 820, 1180, 1440]

/** What is wider than the page, at each width. */
async function tooWide(page: Page, what: string): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    // The shell waits 100 ms before it follows a new width.
    await page.waitForTimeout(150)
    found.push(...(await overflow(page)).map((line) => `${what} at ${width}: ${line}`))
  }
  return found
}

test('they fit the athlete’s pages', { timeout: 120_000 }, async () => {
  const wide: string[] = []
  for (const name of NAMES) {
    const { page } = await stage.signedIn(await stage.api.athlete(newAddress('name'), name))
    for (const path of [
      'my-account',
      'my-account-book-test',
      'my-account-my-booking',
      'my-account-my-profile',
    ]) {
      await page.goto(`/en-gb/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      wide.push(...(await tooWide(page, `${name} ${path}`)))
    }
  }
  expect(wide).toEqual([])
})

test('they fit the pages of staff, the boards and the hall', { timeout: 180_000 }, async () => {
  const codes: string[] = []
  for (const [index, name] of NAMES.entries()) {
    await enterFinal(stage.api, { firstName: name, points: 100 - 10 * index, date: TODAY, time: '11:00' })
    codes.push((await bookToday(stage.api, await stage.api.athlete(undefined, name), TODAY)).code)
  }
  const wide: string[] = []
  const shows = (page: Page, name: string) => page.getByText(name).first().waitFor()

  const delivery = await stage.signedIn('delivery')
  for (const section of ['today', 'bookings', 'users', 'results', 'audit']) {
    await delivery.page.goto(`/en-gb/staff-account-pd-admin?section=${section}`)
    if (section === 'users') await delivery.page.getByRole('searchbox').first().fill('W'.repeat(36))
    if (section === 'bookings' || section === 'users') await shows(delivery.page, 'W'.repeat(36))
    else await delivery.page.getByRole('heading', { level: 2 }).first().waitFor()
    wide.push(...(await tooWide(delivery.page, section)))
  }

  const desk = await stage.signedIn('instore')
  await desk.page.goto(DESK)
  for (const [index, code] of codes.entries()) {
    await onboard(desk.page, code)
    await desk.page.getByRole('button', { name: 'Yes, start the tests' }).waitFor()
    wide.push(...(await tooWide(desk.page, `desk, ${NAMES[index] ?? ''}`)))
  }
  await desk.page.getByRole('button', { name: 'Today', exact: true }).click()
  await shows(desk.page, 'W'.repeat(36))
  wide.push(...(await tooWide(desk.page, 'desk, today')))

  const visitor = await stage.visitor()
  for (const path of ['my-account-my-leaderboard', 'my-account-my-leaderboard?fullscreen=true', '']) {
    await visitor.page.goto(`/en-gb/${path}`)
    await visitor.page
      .getByText(/^W{5,}/)
      .first()
      .waitFor()
    wide.push(...(await tooWide(visitor.page, path)))
  }
  expect(wide).toEqual([])
})

test('they fit a crew and the progress of its owner', { timeout: 180_000 }, async () => {
  const members: Athlete[] = []
  for (const [index, name] of NAMES.entries()) {
    const athlete = await stage.api.athlete(undefined, name)
    await enterFinal(stage.api, {
      athlete,
      firstName: name,
      points: 90 - 10 * index,
      date: TODAY,
      time: '12:00',
    })
    members.push(athlete)
  }
  const call = <T>(path: string, body: object, member?: Athlete) =>
    stage.api.ask<T>('POST', path, { shareFinal: true, shareCorners: true, ...body }, member?.token)
  const [owner, ...others] = members
  const crew = await call<{ crewId: string; link: string }>('user/crew', { name: 'W'.repeat(40) }, owner)
  const [, crewToken] = crew.link.split('#')
  for (const other of others) await call('user/crew/join', { crewToken }, other)

  const wide: string[] = []
  const visitor = await stage.visitor()
  if (owner) await signIn(visitor, stage.server.url, owner)
  const { page } = visitor
  const pages: Record<string, string | RegExp> = {
    'my-account-crews': /W{40}/,
    [`my-account-crews?crew=${crew.crewId}`]: 'Live',
    [`crew#${crewToken ?? ''}`]: /W{40}/,
    'my-account-my-progress': '90.00',
    'my-account-what-it-takes': '90.00',
  }
  for (const [path, shown] of Object.entries(pages)) {
    await page.goto(`/en-gb/${path}`)
    await page.getByText(shown).first().waitFor()
    wide.push(...(await tooWide(page, path)))
  }
  expect(wide).toEqual([])
})
