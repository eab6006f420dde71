// Programme delivery looks after bookings: finds one, opens what is closed, moves it, helps who asked for help, takes lists out.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { inspect } from '../harness/inspect.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

const open = (section: string) => stage.open(`/en-gb/staff-account-pd-admin?section=${section}`, 'delivery')

/** The nth time of the nth day with places left. */
async function free(nthDay: number, nthTime: number): Promise<{ date: string; time: string }> {
  const days = (await stage.api.days()).filter((day) => day.slots.some(({ available }) => available))
  const day = days[nthDay]
  const slot = day?.slots.filter(({ available, remaining }) => available && remaining > 1)[nthTime]
  if (!day || !slot) throw new Error('the demo has too few places')
  return { date: day.date, time: slot.time }
}

const currentOf = async (athlete: Athlete) => (await stage.api.entries(athlete))[0]

/** How often a person's health details were read, by the log. */
async function healthReads({ uaid }: Athlete): Promise<number> {
  const delivery = await tokenOf(stage.api, 'delivery@sixfold.example')
  const path = `event/admin/audit?action=health.read&uaid=${uaid}`
  const { entries } = await stage.api.ask<{ entries: unknown[] }>('GET', path, undefined, delivery)
  return entries.length
}

test(
  'a booking is found, opened without its health details, then with them, and moved',
  { timeout: 180_000 },
  async () => {
    const athlete = await stage.api.athlete(undefined, 'Marisol')
    const first = await free(2, 0)
    const booked = await stage.api.book(athlete, first.date, first.time, { medicalIssues: 'Asthma' })
    const page = await open('bookings')
    await page.getByRole('searchbox').fill(booked.data.code)
    const found = page.getByRole('table').getByRole('link', { name: 'Marisol Rival' })
    await found.waitFor()
    await expect.poll(() => page.getByRole('table').getByRole('link').count()).toBe(1)
    expect(await inspect(page, 'delivery-bookings')).toEqual([])

    await found.click()
    const drawer = page.getByRole('dialog', { name: 'Marisol Rival' })
    await drawer.getByRole('heading', { name: 'History' }).waitFor()
    expect(await healthReads(athlete), 'opening a booking reads nobody’s health').toBe(0)
    await drawer.getByRole('button', { name: 'Show them' }).click()
    await drawer.getByText('Asthma').waitFor()
    await drawer.getByText('Sam Rival').waitFor()
    expect(await healthReads(athlete)).toBe(1)
    expect(await inspect(page, 'delivery-booking')).toEqual([])

    const second = await free(3, 0)
    await drawer.getByRole('button', { name: 'Move' }).click()
    const places = page.getByRole('dialog', { name: 'Move Marisol Rival' })
    await places.getByLabel('Day', { exact: true }).fill(second.date)
    await places.getByRole('radio', { name: new RegExp(second.time) }).check({ force: true })
    await places.getByRole('button', { name: /^Move to/ }).click()
    await places.waitFor({ state: 'detached' })
    await expect.poll(async () => (await currentOf(athlete))?.eventTestDate).toBe(second.date)
    await drawer.getByText('Booking moved').waitFor()

    await drawer.getByRole('button', { name: 'Cancel booking' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the booking' }).click()
    await drawer.getByText('Cancelled', { exact: true }).waitFor()
    expect((await currentOf(athlete))?.eventTestStatus ?? null).toBeNull()
  },
)

test(
  'who asked for help gets a place; the log tells of it, and lists are taken out',
  { timeout: 180_000 },
  async () => {
    const athlete = await stage.api.athlete(undefined, 'Ottoline')
    const asked = {
      uaid: athlete.uaid,
      eventTestStatus: 'assistance',
      assistanceRequired: true,
      assistanceType: 'A ramp at the door',
    }
    expect((await stage.api.call('POST', 'user/event/booking', asked, athlete.token)).status).toBe(200)
    const page = await open('assistance')
    const wish = page.getByRole('article', { name: 'Ottoline Rival' })
    await wish.getByText('A ramp at the door').waitFor()
    const { date, time } = await free(4, 0)
    await wish.getByRole('button', { name: 'Choose a place' }).click()
    const places = page.getByRole('dialog', { name: 'Choose a place for Ottoline Rival' })
    await places.getByLabel('Day', { exact: true }).fill(date)
    await places.getByRole('radio', { name: new RegExp(time) }).check({ force: true })
    expect(await inspect(page, 'delivery-place')).toEqual([])
    await places.getByRole('button', { name: /^Book/ }).click()
    await wish.waitFor({ state: 'detached' })
    expect(await currentOf(athlete)).toMatchObject({
      eventTestStatus: 'booked',
      eventTestDate: date,
      eventTestTime: time,
    })

    await page.goto(`/en-gb/staff-account-pd-admin?section=audit&uaid=${athlete.uaid}`)
    await page.getByRole('rowheader', { name: 'Assistance booking made' }).waitFor()
    expect(await inspect(page, 'delivery-audit')).toEqual([])

    await page.goto('/en-gb/staff-account-pd-admin?section=exports')
    await page.getByRole('textbox', { name: /^To\b/ }).fill(date)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download bookings' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(text.split('\r\n').some((line) => line.includes('Ottoline') && line.includes(date))).toBe(true)
    expect(text, 'nothing of anybody’s health').not.toContain('ramp')
  },
)
