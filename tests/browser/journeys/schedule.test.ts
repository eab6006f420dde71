// Programme delivery plans on the calendar: by pointer over a booking, and by keyboard alone.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { openBooking } from '../harness/booking.ts'
import { inspect } from '../harness/inspect.ts'
import { Keyboard } from '../harness/keyboard.ts'
import { header } from '../harness/server.ts'
import { demo, tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const DELIVERY = demo('delivery')
/** The calendar's first hour, and how many it has. */
const [FIRST, HOURS] = [9, 15]

interface Plan {
  closedDates: string[]
  sessions: { id: string; kind: string; date: string; start: string; end: string }[]
}

let signedIn: Promise<string> | undefined
const delivery = () => (signedIn ??= tokenOf(stage.api, DELIVERY.emailAddress))

async function planOf(date: string): Promise<Plan> {
  const token = await delivery()
  const path = `event/admin/schedule?from=${date}&to=${date}`
  return stage.api.ask<Plan>('GET', path, undefined, token)
}

/** Dates ahead on which nobody would be hit by a closed day. */
async function quietDates(): Promise<string[]> {
  const token = await delivery()
  const days = await stage.api.days()
  const quiet: string[] = []
  for (const { date, open } of days.slice(7)) {
    const changes = [{ kind: 'closed-date', act: 'add', date }]
    const impact = await stage.api.call<{ bookings: unknown[] }>(
      'POST',
      'event/admin/schedule/impact',
      { changes },
      token,
    )
    const { sessions } = await planOf(date)
    if (open && impact.data.bookings.length === 0 && sessions.length === 0) quiet.push(date)
    if (quiet.length === 2) return quiet
  }
  throw new Error('somebody is booked on every day')
}

async function calendar(query: string) {
  const page = await stage.open(`/en-gb/staff-account-pd-admin?section=schedule${query}`, DELIVERY)
  await page.getByRole('button', { name: 'New session', exact: true }).waitFor()
  return page
}

/** A point of the window over an hour of a day, e.g. 10.25. */
async function over(page: Page, date: string, hour: number): Promise<[number, number]> {
  const box = await page.locator(`[data-date="${date}"]`).boundingBox()
  if (!box) throw new Error(`${date} is not on screen`)
  return [box.x + box.width / 2, box.y + ((hour - FIRST) / HOURS) * box.height]
}

const hourOf = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60

const later = (time: string, minutes: number) => {
  const all = Math.round(hourOf(time) * 60) + minutes
  return [Math.floor(all / 60), all % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

test('a session pulled over a booking is saved with its answer', { timeout: 120_000 }, async () => {
  const athlete = await stage.api.athlete()
  const days = await stage.api.days()
  const day = days[1]
  const time = day?.slots.find(({ available }) => available)?.time
  if (!day || !time) throw new Error('nothing is free')
  expect((await stage.api.book(athlete, day.date, time)).status).toBe(200)

  const page = await calendar(`&show=week&day=${day.date}`)
  const hour = hourOf(time)
  await page.locator(`[data-date="${day.date}"] > span`).first().waitFor()
  await page.mouse.move(...(await over(page, day.date, hour + 0.1)))
  await page.mouse.down()
  await page.mouse.move(...(await over(page, day.date, hour + 0.4)), { steps: 12 })
  await page.mouse.up()
  await page.getByRole('heading', { name: 'New session' }).waitFor()
  expect(await page.getByLabel('From').inputValue()).toBe(String(hour * 60))
  await page.getByRole('radio', { name: /^Staff training/ }).check()
  await page.getByRole('button', { name: 'Add the session' }).click()

  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(`No. ${athlete.uaid}`, { exact: true }).waitFor()
  expect(await inspect(page, 'schedule-impact')).toEqual([])
  expect(
    (await planOf(day.date)).sessions.filter(({ start }) => start === time),
    'not saved yet',
  ).toEqual([])
  const own = dialog.getByRole('listitem').filter({ hasText: `No. ${athlete.uaid}` })
  await own.getByRole('combobox').selectOption({ index: 1 })
  const place = await own.getByRole('combobox').inputValue()
  // Demo athletes who are booked at that time too.
  const rest = dialog.getByRole('button', { name: /^Move the rest/ })
  if (await rest.isVisible()) await rest.click()
  expect(place).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  await dialog.getByRole('button', { name: /^Save and write to/ }).click()
  await page.getByText('Added: training session').waitFor()

  const [entry] = await stage.api.entries(athlete)
  expect(`${entry?.eventTestDate} ${entry?.eventTestTime}`).toBe(place)
  expect(entry?.eventTestStatus).toBe('booked')
  expect((await planOf(day.date)).sessions).toContainEqual(
    expect.objectContaining({ kind: 'training-session', start: time, end: later(time, 30) }),
  )
  const letters = await stage.server.letters(athlete.emailAddress, 2)
  expect(header(letters.at(-1) ?? '', 'Subject')).not.toBe('')
  expect(await inspect(page, 'schedule-week')).toEqual([])
})

test('by keyboard alone a day is closed and a session moved', { timeout: 120_000 }, async () => {
  const [date = '', other = ''] = await quietDates()
  const athlete = await stage.api.athlete()
  const booking = await stage.signedIn(athlete)
  await openBooking(booking.page)

  const page = await calendar(`&show=month&day=${date}`)
  const keys = new Keyboard(page)
  const cell = page.locator(`[data-day="${date}"]`)
  await keys.press(cell, 'Enter')
  await keys.press(page.getByRole('button', { name: 'Close this day' }), 'Enter')
  await page.getByText(/^Closed: /).waitFor()
  expect((await planOf(date)).closedDates).toEqual([date])
  await expect.poll(() => cell.textContent()).toContain('closed')
  // An open booking page is updated by itself.
  const month = new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })
  const title = booking.page.getByRole('heading', { level: 2 }).first()
  if (!(await title.textContent())?.includes(month))
    await booking.page.getByRole('button', { name: 'Later month' }).click()
  await expect
    .poll(() => booking.page.locator(`[data-date="${date}"]`).getAttribute('data-look'), { timeout: 10_000 })
    .toBe('closed')
  expect(await inspect(page, 'schedule-month')).toEqual([])
  await keys.press(page.getByRole('button', { name: 'Undo' }), 'Enter')
  await page.getByText(/^Open again: /).waitFor()
  expect((await planOf(date)).closedDates).toEqual([])

  await page.goto(`/en-gb/staff-account-pd-admin?section=schedule&show=day&day=${other}`)
  const cursor = page.getByRole('button', { name: /^New session, / })
  await keys.reach(cursor)
  await page.keyboard.press('End')
  await page.keyboard.press('PageUp')
  await keys.press(cursor, 'Enter')
  await keys.press(page.getByRole('button', { name: 'Add the session' }), 'Enter')
  await page.getByText(/^Added: closed session/).waitFor()
  expect((await planOf(other)).sessions).toMatchObject([{ start: '22:00', end: '23:00' }])

  const block = page.getByRole('button', { name: /^Closed, / })
  await keys.reach(block)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => block.textContent()).toContain('21:45 to 23:00, not saved')
  await page.keyboard.press('Escape')
  await expect.poll(() => block.textContent()).toMatch(/22:00 to 23:00(?!, not)/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByText(/^Now closed session/).waitFor()
  expect((await planOf(other)).sessions).toMatchObject([{ start: '21:45', end: '22:45' }])
  await expect
    .poll(() => block.evaluate((element) => element === document.activeElement), {
      message: 'keeps the focus',
    })
    .toBe(true)
  await page.keyboard.press('Delete')
  await page.getByText(/^Removed: closed session/).waitFor()
  expect((await planOf(other)).sessions).toEqual([])
})

test('weekly times are taken out and put in again', { timeout: 60_000 }, async () => {
  const page = await calendar('&show=month')
  await page.getByRole('button', { name: 'Weekly times' }).click()
  const cell = page.locator('[data-cell="6 8"]')
  await cell.waitFor()
  const stored = await cell.getAttribute('aria-selected')
  await cell.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(() => cell.getAttribute('aria-selected')).toBe(stored === 'true' ? 'false' : 'true')
  expect(await inspect(page, 'schedule-lists')).toEqual([])
  await page.getByRole('button', { name: 'Save the weekly times' }).click()
  await page.getByText('As stored', { exact: true }).waitFor()

  const answer = await stage.api.call<{ settings: { testSlots: { sunday: string[] } } }>(
    'GET',
    'event/admin/settings',
    undefined,
    await delivery(),
  )
  const { sunday } = answer.data.settings.testSlots
  expect([sunday.includes('11:00'), sunday.includes('11:15')]).toEqual(
    stored === 'true' ? [false, false] : [true, true],
  )
})

test('painted times are not left by a slip, but by choice', { timeout: 60_000 }, async () => {
  const page = await calendar('&show=month')
  const lists = page.getByRole('button', { name: 'Weekly times' })
  await lists.click()
  const cell = page.locator('[data-cell="6 40"]')
  await cell.waitFor()
  const selected = () => cell.getAttribute('aria-selected')
  const stored = await selected()
  const painted = stored === 'true' ? 'false' : 'true'
  await cell.focus()
  await page.keyboard.press('Space')
  await expect.poll(selected).toBe(painted)

  const back = page.getByRole('button', { name: 'Calendar', exact: true })
  await back.click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByText('The times that you changed are not saved.').waitFor()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await selected()).toBe(painted)
  await back.click()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await cell.waitFor({ state: 'detached' })

  await lists.click()
  await cell.waitFor()
  expect(await selected()).toBe(stored)
})

test(
  'a booked time leaves the weekly times with an answer for each booking',
  { timeout: 120_000 },
  async () => {
    const athlete = await stage.api.athlete()
    const { date, time } = await stage.api.bookFirst(athlete)
    const weekday = (new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7

    const page = await calendar('&show=month')
    await page.getByRole('button', { name: 'Weekly times' }).click()
    const cell = page.locator(`[data-cell="${weekday} ${(hourOf(time) - FIRST) * 4}"]`)
    await cell.waitFor()
    expect(await cell.getAttribute('aria-selected')).toBe('true')
    await cell.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => cell.getAttribute('aria-selected')).toBe('false')
    await page.getByRole('button', { name: 'Save the weekly times' }).click()

    const dialog = page.getByRole('alertdialog', { name: /^Other weekly times: / })
    await dialog.getByText(`No. ${athlete.uaid}`, { exact: true }).waitFor()
    expect(await inspect(page, 'schedule-lists-impact')).toEqual([])
    const offered = async () =>
      (await stage.api.days()).find((day) => day.date === date)?.slots.some((slot) => slot.time === time)
    expect(await offered(), 'not saved yet').toBe(true)
    const own = dialog.getByRole('listitem').filter({ hasText: `No. ${athlete.uaid}` })
    await own.getByRole('combobox').selectOption('keep')
    // Demo athletes who are booked at that time in any week too.
    const rest = dialog.getByRole('button', { name: /^Move the rest/ })
    if (await rest.isVisible()) await rest.click()
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await page.getByText(/^As stored\. Bookings: .*1 kept\.$/).waitFor()
    expect(await inspect(page, 'schedule-lists-saved')).toEqual([])
    expect(await offered()).toBe(false)
    const [entry] = await stage.api.entries(athlete)
    expect(entry).toMatchObject({ eventTestDate: date, eventTestTime: time, eventTestStatus: 'booked' })
  },
)

test('bank holidays have their names', { timeout: 60_000 }, async () => {
  const page = await calendar('&show=month')
  await page.getByRole('button', { name: 'Bank holidays' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bank holidays' })
  await dialog.getByText('Good Friday').first().waitFor()
  expect(await inspect(page, 'schedule-bank-holidays')).toEqual([])
})
