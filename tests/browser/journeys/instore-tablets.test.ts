// An athlete whom two tablets or two tabs have: carried on here, or settled by hand where both have recorded something.
import { expect, test } from 'vitest'

import { findings } from '../harness/axe.ts'
import {
  atTheDesk,
  bookToday,
  connection,
  DESK,
  inspectDesk,
  onboard,
  RAW,
  record,
  recordSix,
  tile,
} from '../harness/desk.ts'
import { inspect } from '../harness/inspect.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

/** A Tuesday morning with places all day. */
const stage = Stage.set({ clock: '2026-11-24T09:30:00Z' })

const TODAY = '2026-11-24'
const LONG = { timeout: 20_000 }

test('a second tab waits for the first one, and takes the desk over with all that is there', async () => {
  const athlete = await stage.api.athlete()
  const booked = await bookToday(stage.api, athlete, TODAY)
  const visitor = await atTheDesk(stage)
  const { page } = visitor
  await onboard(page, booked.code)
  await page.getByRole('button', { name: 'Yes, start the tests' }).click()
  await record(page, 'Power', ['45'])
  await connection(page).getByText('All sent').waitFor(LONG)

  const second = await visitor.tab()
  await second.goto(DESK)
  await second.getByText('The desk is open in another tab').waitFor()
  expect(await findings(second)).toEqual([])
  await second.getByRole('button', { name: 'Carry on here' }).click()
  await tile(second, 'Power').getByText('Closed').waitFor()
  await page.getByText('The desk is open in another tab').waitFor()
  await second.close()
  await tile(page, 'Power').getByText('Closed').waitFor()
})

test('who is on another tablet is carried on here, declined with a reason, and searched in today’s list', async () => {
  const staff = await tokenOf(stage.api, 'instore@sixfold.example')
  const athlete = await stage.api.athlete()
  const booked = await bookToday(stage.api, athlete, TODAY)
  expect((await stage.api.call('POST', 'event/admin/onboard', { code: booked.code }, staff)).status).toBe(200)
  const { page } = await atTheDesk(stage)
  await onboard(page, booked.code)
  await page.getByRole('alertdialog', { name: 'Robin Rival is already onboarded' }).waitFor()
  // Nobody knows which tablet it was: it had no name.
  await expect.poll(() => page.getByText('another tablet').count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Carry on here' }).click()
  await page.getByRole('heading', { name: 'Is this Robin?' }).waitFor()
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('alertdialog', { name: /^Decline / })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await dialog.getByText('Say why in a few words.').waitFor()
  expect(await findings(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('A sore knee.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('Who is first?').waitFor()
  await connection(page).getByText('All sent').waitFor(LONG)
  const { events } = await stage.api.profile(athlete)
  expect(JSON.stringify(events)).not.toContain('"eventTestStatus":"booked"')

  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByRole('searchbox', { name: 'Search by name or code' }).waitFor()
  expect(await findings(page)).toEqual([])
})

test(
  'a code that another tablet has onboarded since the list came asks first',
  { timeout: 120_000 },
  async () => {
    const { code } = await bookToday(stage.api, await stage.api.athlete(), TODAY, '15:15')
    const { page } = await atTheDesk(stage)
    const staff = await tokenOf(stage.api, 'instore@sixfold.example')
    await stage.api.call('POST', 'event/admin/onboard', { code }, staff)
    await onboard(page, code)
    await page.getByRole('alertdialog', { name: 'Robin Rival is already onboarded' }).waitFor()
    expect(await connection(page).innerText()).toContain('All sent')
  },
)

test(
  'what another tablet has finished is one card, and delivery gets both values',
  { timeout: 240_000 },
  async () => {
    const staff = await tokenOf(stage.api, 'instore@sixfold.example')
    const athlete = await stage.api.athlete()
    const booked = await bookToday(stage.api, athlete, TODAY)
    const visitor = await atTheDesk(stage)
    const { page } = visitor
    await visitor.setOffline(true)
    await onboard(page, booked.code)
    await page.getByRole('button', { name: 'Yes, start the tests' }).click()
    await recordSix(page)
    await page.getByRole('button', { name: /^Final/ }).click()
    await page.getByRole('button', { name: /^Submit final/ }).click()
    await page.getByRole('button', { name: 'Done, next athlete' }).click()
    await connection(page).getByText('8 unsent').waitFor()

    const { uaid, eventBookingId } = booked
    const call = async (path: string, body: object) => {
      expect((await stage.api.call('POST', path, body, staff)).status, path).toBe(200)
    }
    await call('event/admin/onboard', { code: booked.code })
    const theirs = Object.entries({ ...RAW, Speed: 3.3 }).map(([TestType, score]) => ({
      TestType,
      Attempts: [{ score }],
    }))
    await call('event/admin/test', { uaid, eventBookingId, results: theirs })
    await call('event/admin/final', { uaid, EventBookingId: eventBookingId, Status: 'completed' })

    await visitor.setOffline(false)
    await connection(page).getByRole('button', { name: 'Refused: decide' }).click(LONG)
    const cards = page.getByRole('dialog').getByRole('article')
    await expect.poll(() => cards.count()).toBe(1)
    await expect.poll(() => cards.getByRole('row').count()).toBe(7)
    await cards.getByRole('row', { name: /^Speed.*3\.45 s.*3\.30 s/s }).waitFor()
    expect(await inspectDesk(page, 'refused-final')).toEqual([])
    await cards.getByRole('button', { name: 'Ask delivery to correct' }).click()
    await page.getByText('handed to programme delivery').waitFor()
    await page.keyboard.press('Escape')
    await connection(page).getByText('All sent').waitFor(LONG)
    const delivery = await tokenOf(stage.api, 'delivery@sixfold.example')
    const { data } = await stage.api.call('GET', 'event/admin/results/request', undefined, delivery)
    expect(JSON.stringify(data)).toContain(eventBookingId)

    const office = await stage.open('/en-gb/staff-account-pd-admin', 'delivery', { width: 1440, height: 900 })
    await office.getByText('A desk handed over results').waitFor()
    await office.getByRole('link', { name: 'Decide' }).click()
    const request = office.getByRole('article', { name: 'Robin Rival' })
    await request.getByRole('row', { name: /^Speed.*3\.45 s.*3\.30 s/s }).waitFor()
    expect(await inspect(office, 'results-from-the-desk')).toEqual([])
    await request.getByRole('button', { name: 'Use the desk’s result' }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Correct them' }).click()
    await office.getByText('Nothing to decide').waitFor()
    expect(await stage.api.entry(athlete, eventBookingId)).toMatchObject({ eventTestScore: 50 })
  },
)
