// A test day through the API, from a booking for the day itself to a final, and at the in-store team's desk in the browser.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import type { Api, Athlete, Booked } from './api.ts'
import { findings, overflow } from './axe.ts'
import { picture, type Visitor } from './browser.ts'
import { demo, signIn, tokenOf } from './session.ts'
import type { Stage } from './stage.ts'
import { keptOffline } from './worker.ts'

/** The page of the desk. */
export const DESK = '/en-gb/staff-account-instore-admin'
/** Its tablet, held in landscape. */
export const TABLET = { width: 1180, height: 820 }

/** A booking for the day itself, which only the programme team can make. */
export async function bookToday(api: Api, athlete: Athlete, date: string, time = '14:15'): Promise<Booked> {
  const delivery = await tokenOf(api, 'delivery@sixfold.example')
  const answer = await api.book({ uaid: athlete.uaid, token: delivery }, date, time, {
    bypassBookingRule: true,
  })
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.data
}

/** Each of them is worth 50 points. */
export const RAW = { Cognitive: 65, Strength: 32.5, Power: 45, Speed: 3.45, Agility: 5.3, Endurance: 9.5 }

/** Onboards somebody and closes their six tests; `power` is their jump in cm, 15 to 75 for 0 to 100 points. */
export async function testAll(api: Api, booked: Booked, power = RAW.Power): Promise<void> {
  const staff = await tokenOf(api, 'instore@sixfold.example')
  const post = (path: string, body: object) => api.ask('POST', path, body, staff)
  const { uaid, eventBookingId } = booked
  await post('event/admin/onboard', { code: booked.code })
  for (const [TestType, score] of Object.entries({ ...RAW, Power: power }))
    await post('event/admin/test', { uaid, eventBookingId, results: { TestType, Attempts: [{ score }] } })
}

/** Ends a test day whose six tests are closed with a final that waits for its reveal. */
export async function holdFinal(api: Api, { uaid, eventBookingId }: Booked): Promise<void> {
  const staff = await tokenOf(api, 'instore@sixfold.example')
  const body = { uaid, EventBookingId: eventBookingId, Status: 'completed', holdReveal: true }
  await api.ask('POST', 'event/admin/final', body, staff)
}

/** A tablet of the in-store team with the desk open and stored for a time without a network. */
export async function atTheDesk(stage: Stage): Promise<Visitor> {
  const visitor = await stage.installer()
  const { page } = visitor
  await page.setViewportSize(TABLET)
  await signIn(visitor, stage.server.url, demo('instore'))
  await page.goto(DESK)
  await page.getByText('Who is first?').waitFor()
  await page.waitForLoadState('networkidle')
  await keptOffline(page)
  return visitor
}

export const connection = (page: Page) => page.getByRole('group', { name: 'Connection' })
export const tile = (page: Page, test: string) => page.getByRole('button', { name: new RegExp(`^${test}`) })
export const openTest = (page: Page, test: string) => tile(page, test).click()
export const typeDigits = (page: Page, digits: string) => page.keyboard.type(digits)

export async function onboard(page: Page, code: string): Promise<void> {
  await page.getByLabel('Booking code').fill(code)
  await page.getByRole('button', { name: 'Onboard', exact: true }).click()
}

/** Records a test with the number pad, one attempt after the other, and closes it. */
export async function record(page: Page, test: string, attempts: readonly string[]): Promise<void> {
  await openTest(page, test)
  const pad = page.getByRole('group', { name: `Number pad for ${test}` })
  for (const attempt of attempts) {
    for (const sign of attempt)
      await pad.getByRole('button', { name: sign === '.' ? 'Decimal point' : sign, exact: true }).click()
    await page.getByRole('button', { name: 'Add attempt' }).click()
  }
  await page.getByRole('button', { name: /^Close at/ }).click()
}

export async function recordSix(page: Page): Promise<void> {
  for (const [test, raw] of Object.entries(RAW)) await record(page, test, [String(raw)])
}

/** Landscape and portrait tablets, a desk and a phone; axe looks at the widest arrangement and the narrowest. */
const SIZES = [
  { name: 'landscape', ...TABLET, axe: true },
  { name: 'portrait', width: 820, height: 1180, axe: false },
  { name: 'desktop', width: 1440, height: 900, axe: false },
  { name: 'phone', width: 390, height: 844, axe: true },
]

/** What axe finds, what is too wide and what is too small to hit, at every size. */
export async function inspectDesk(page: Page, name: string): Promise<string[]> {
  const problems: string[] = []
  const before = page.viewportSize()
  for (const { name: size, axe, width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    // The shell waits 100 ms before it follows a new width.
    await page.waitForTimeout(200)
    await picture(page, `instore-${name}-${size}`)
    const found = [...(axe ? await findings(page) : []), ...(await overflow(page)), ...(await small(page))]
    problems.push(...found.map((problem) => `${name}, ${size}: ${problem}`))
  }
  if (before) await page.setViewportSize(before)
  return problems
}

/** Buttons and fields of the desk under 44 px. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '[data-own-connection] :is(button, input:not([type=checkbox]), textarea)',
      ),
    ]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(
        ({ element, box }) => `${element.textContent || element.tagName} is ${box.width} by ${box.height}`,
      ),
  )
