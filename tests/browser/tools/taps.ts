// How long a tap on the in-store screen takes to change it, without a network and with a full outbox, in a real browser.
// Prints one JSON object; milliseconds.
import type { Page } from 'playwright-core'

import { Api } from '../harness/api.ts'
import { launch, Visitor } from '../harness/browser.ts'
import { bookToday, connection, DESK, onboard, TABLET } from '../harness/desk.ts'
import { Server } from '../harness/server.ts'
import { demo, signIn } from '../harness/session.ts'

const TODAY = '2026-11-24'
const QUEUED = 200
/** Of five taps each. */
const ROUNDS = 40

interface Taps {
  /** From the press until the page has changed, which the next frame shows. */
  changed: number[]
  /** From the press until that frame is done. */
  shown: number[]
}

const server = await Server.start({ clock: `${TODAY}T09:30:00Z` })
const browser = await launch()
try {
  const api = new Api(server.url)
  const booked = await bookToday(api, await api.athlete(), TODAY)
  const visitor = await Visitor.arrive(browser, server, TABLET)
  const { page, context } = visitor
  await signIn(visitor, server.url, demo('instore'))
  await page.goto(DESK)
  await onboard(page, booked.code)
  await page.getByRole('button', { name: 'Yes, start the tests' }).click()
  await connection(page).getByText('All sent').waitFor()
  await context.setOffline(true)
  const queued = await fill(page)
  const taps = await measure(page)
  process.stdout.write(JSON.stringify({ queued, taps: taps.changed.length, ...figures(taps) }))
} finally {
  await browser.close()
  await server.stop()
}

/** Closes and unlocks a test with an attempt until this many changes wait to be sent. */
async function fill(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^Power/ }).click()
  for (const key of ['5', '0']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Add attempt' }).click()
  const unsent = connection(page).getByText(/\d+ unsent/)
  for (;;) {
    await closeAndUnlock(page)
    const count = Number(/\d+/.exec(await unsent.innerText())?.[0])
    if (count >= QUEUED) return count
  }
}

async function closeAndUnlock(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Close at/ }).click()
  await page.getByRole('button', { name: /^Power/ }).click()
  await page.getByRole('button', { name: 'Unlock Power' }).click()
}

/** By the mouse: a digit, its correction, and what is kept on the tablet: closing and unlocking. */
async function measure(page: Page): Promise<Taps> {
  const pad = page.getByRole('group', { name: 'Number pad for Power' })
  await page.evaluate(() => {
    const times: Taps = { changed: [], shown: [] }
    Object.assign(window, { times })
    window.addEventListener(
      'click',
      (event) => {
        const since = () => performance.now() - event.timeStamp
        const observer = new MutationObserver(() => {
          observer.disconnect()
          times.changed.push(since())
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => times.shown.push(since())
            port2.postMessage(null)
          })
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      },
      { capture: true },
    )
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    await pad.getByRole('button', { name: '3', exact: true }).click()
    await pad.getByRole('button', { name: 'Delete the last digit' }).click()
    await closeAndUnlock(page)
  }
  return page.evaluate(() => (window as unknown as { times: Taps }).times)
}

function figures({ changed, shown }: Taps) {
  const at = (values: number[], part: number) =>
    [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)]
  return {
    changedMs: at(changed, 0.5),
    changedMsP95: at(changed, 0.95),
    shownMs: at(shown, 0.5),
    shownMsP95: at(shown, 0.95),
  }
}
