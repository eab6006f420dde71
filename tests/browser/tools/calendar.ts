// The frames of the schedule's calendar in a real browser: while a session is pulled across its month and its week, and while one
// goes from month to month. Prints one JSON object; milliseconds.
import type { Page } from 'playwright-core'

import { Api } from '../harness/api.ts'
import { launch } from '../harness/browser.ts'
import { Server } from '../harness/server.ts'
import { demo, signIn, tokenOf } from '../harness/session.ts'
import { figures, framesOf, openWindow, watch } from './frames.ts'

const DELIVERY = demo('delivery')
/** Pulls of each view, moves of each, and how often one turns to the next month. */
const PULLS = 4
const MOVES = 90
const TURNS = 12

const server = await Server.start({ clock: 'system' })
const browser = await launch()
try {
  const api = new Api(server.url)
  const day = await fill(api)
  const context = await openWindow(browser, server, { width: 1440, height: 900 })
  const page = await context.newPage()
  await signIn({ context }, server.url, DELIVERY)
  const pulled = { month: [] as number[], week: [] as number[] }
  for (const show of ['month', 'week'] as const) {
    await page.goto(`/en-gb/staff-account-pd-admin?section=schedule&show=${show}&day=${day}`)
    for (let time = 0; time < PULLS; time++) pulled[show].push(...(await pull(page)))
  }
  await page.goto(`/en-gb/staff-account-pd-admin?section=schedule&show=month&day=${day}`)
  const turned = await turn(page)
  const told = { month: figures(pulled.month), week: figures(pulled.week), turned: figures(turned) }
  process.stdout.write(JSON.stringify(told))
} finally {
  await browser.close()
  await server.stop()
}

/** A session on each open day of four weeks; gives a day in the middle of them. */
async function fill(api: Api): Promise<string> {
  const token = await tokenOf(api, DELIVERY.emailAddress)
  const days = await api.days()
  for (const { date } of days.slice(1, 29).filter(({ open }) => open)) {
    const elements = {
      sessionDate: { elementType: 'datetime', value: date },
      sessionStart: { elementType: 'text', value: '23:00' },
      sessionEnd: { elementType: 'text', value: '23:30' },
    }
    const body = { typeId: 'mopup-session', elements }
    await api.ask('POST', 'acoustic/content/manageContentItem', body, token)
  }
  return days[8]?.date ?? ''
}

/** Pulls the first session across the calendar and lets it go where it was. */
async function pull(page: Page): Promise<number[]> {
  const session = page.locator('[data-session]').first()
  await session.waitFor()
  await session.scrollIntoViewIfNeeded()
  const box = await session.boundingBox()
  if (!box) throw new Error('no session on screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y - 20, { steps: 4 })
  await watch(page, { moving: false })
  for (let step = 0; step < MOVES; step++)
    await page.mouse.move(box.x + 60 + step * 5, box.y - 20 - Math.abs(45 - step) * 3)
  const frames = await framesOf(page)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return frames
}

/** Goes to the next months and back, each as soon as the one before is there. */
async function turn(page: Page): Promise<number[]> {
  await page.locator('[data-session]').first().waitFor()
  await watch(page, { moving: false })
  for (const name of ['Later month', 'Earlier month'])
    for (let step = 0; step < TURNS / 2; step++) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.waitForTimeout(250)
    }
  return framesOf(page)
}
