// Finals that are held back until an operator reveals them: the desk of the reveal, from the switch on the tablet to the end
// of a ceremony, alone and with a colleague at the same time.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { bookToday, connection, DESK, holdFinal, onboard, testAll } from '../harness/desk.ts'
import { withoutDemosHeld } from '../harness/finals.ts'
import { inspect } from '../harness/inspect.ts'
import { Stage } from '../harness/stage.ts'

/** A Tuesday morning with places all day. */
const stage = Stage.set({ clock: '2026-11-24T09:30:00Z' })
beforeAll(() => withoutDemosHeld(stage.server))
const TODAY = '2026-11-24'
const AREA = '/en-gb/staff-account-reveal'

test(
  'a ceremony: nothing is public before it, each step is, what goes back is not, and the rest stays held',
  { timeout: 240_000 },
  async () => {
    const ours = ['Anouk', 'Beatrix', 'Cleopatra']
    await held('Anouk', 15, '10:00')
    await held('Beatrix', 45, '10:00')
    await held('Cleopatra', 75, '10:00')
    const page = await stage.open('/en-gb/', 'delivery')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Media center' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reveal desk' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(AREA)
    await expect.poll(() => order(page)).toEqual(['Anouk', 'Beatrix', 'Cleopatra'])
    expect(await inspect(page, 'reveal-setup')).toEqual([])
    expect(await publicly(ours)).toEqual([])

    await page.getByRole('radio', { name: 'Winner first' }).check()
    await expect.poll(() => order(page)).toEqual(['Cleopatra', 'Beatrix', 'Anouk'])
    // By the keyboard, which makes it an order of one's own; then by the button.
    await page.getByRole('button', { name: 'Move Anouk Rival: arrow keys, or drag' }).press('Home')
    await expect.poll(() => order(page)).toEqual(['Anouk', 'Cleopatra', 'Beatrix'])
    await expect.poll(() => page.getByRole('radio', { name: 'Your own order' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Move Beatrix Rival up' }).click()
    await expect.poll(() => order(page)).toEqual(['Anouk', 'Beatrix', 'Cleopatra'])

    await page.getByRole('button', { name: 'Start with 3 athletes' }).click()
    await now(page).getByText('Nobody yet.').waitFor()
    await next(page).getByText('Anouk Rival').waitFor()
    expect(await publicly(ours)).toEqual([])

    await page.locator('body').press('Space')
    await now(page).getByText('Anouk Rival').waitFor()
    await page.getByRole('heading', { name: 'Step 1 of 3' }).waitFor()
    await next(page).getByText('Beatrix Rival').waitFor()
    await expect.poll(() => publicly(ours)).toEqual(['Anouk'])
    expect(await inspect(page, 'reveal-ceremony')).toEqual([])
    // Next is in sight, on a tablet's screen too.
    const before = page.viewportSize()
    for (const size of [
      { width: 1180, height: 820 },
      { width: 820, height: 1180 },
      { width: 590, height: 410 },
    ]) {
      await page.setViewportSize(size)
      await page.waitForTimeout(200)
      const box = await page.getByRole('button', { name: 'Next', exact: true }).boundingBox()
      expect((box?.y ?? size.height) + (box?.height ?? 0), `at ${size.width}`).toBeLessThanOrEqual(
        size.height,
      )
    }
    if (before) await page.setViewportSize(before)

    await page.locator('body').press('ArrowRight')
    await now(page).getByText('Beatrix Rival').waitFor()
    await expect.poll(() => publicly(ours)).toEqual(['Anouk', 'Beatrix'])
    await page.locator('body').press('ArrowLeft')
    await now(page).getByText('Anouk Rival').waitFor()
    await expect.poll(() => publicly(ours)).toEqual(['Anouk'])

    await page.getByRole('button', { name: /^Cleopatra Rival/ }).click()
    const jump = page.getByRole('alertdialog', { name: 'Go to step 3?' })
    await jump.getByText('2 athletes are revealed at once.').waitFor()
    expect(await inspect(page, 'reveal-jump')).toEqual([])
    await jump.getByRole('button', { name: 'Go to step 3' }).click()
    await next(page).getByText('That was the last.').waitFor()
    await expect.poll(() => publicly(ours)).toEqual(['Anouk', 'Beatrix', 'Cleopatra'])

    await page.getByRole('button', { name: 'Faster' }).click()
    await page.getByRole('group', { name: 'Speed of the screens' }).getByText('1.25×').waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await now(page).getByText('Beatrix Rival').waitFor()
    await page.reload()
    await now(page).getByText('Beatrix Rival').waitFor()
    await page.getByRole('group', { name: 'Speed of the screens' }).getByText('1.25×').waitFor()

    await page.getByRole('button', { name: 'End the ceremony' }).click()
    const end = page.getByRole('alertdialog', { name: 'End the ceremony?' })
    await end.getByText('1 athlete has not been revealed and stays held back.', { exact: false }).waitFor()
    await end.getByRole('button', { name: 'End it' }).click()
    await page.getByText('The ceremony is over.').waitFor()
    await expect.poll(() => order(page)).toEqual(['Cleopatra'])
    await expect.poll(() => publicly(ours)).toEqual(['Anouk', 'Beatrix'])

    await page.getByRole('button', { name: 'Reveal now: Cleopatra Rival' }).click()
    const alone = page.getByRole('alertdialog', { name: 'Reveal Cleopatra Rival now?' })
    await alone.getByText(/^58\.33, place \d+\./).waitFor()
    await alone.getByRole('button', { name: 'Reveal now' }).click()
    await page.getByText('Cleopatra Rival is revealed with 58.33.').waitFor()
    await page.getByText('Nothing is held back').waitFor()
    await expect.poll(() => publicly(ours)).toEqual(['Anouk', 'Beatrix', 'Cleopatra'])
    await page.getByText('On the screens now: Cleopatra Rival, 58.33').waitFor()
    expect(await inspect(page, 'reveal-alone')).toEqual([])
    await page.getByRole('button', { name: 'Back to the board' }).click()
    await page.getByText('The screens show the board.').waitFor()
    await expect.poll(() => page.getByText('On the screens now').count()).toBe(0)
    expect(await publicly(ours)).toEqual(['Anouk', 'Beatrix', 'Cleopatra'])

    await page.getByRole('link', { name: 'Media center' }).click()
    await page.waitForURL('**/my-account-media-center')
  },
)

test(
  'two at the desks: each sees what the other does, and a press on an old view does nothing',
  { timeout: 180_000 },
  async () => {
    const ours = ['Dafne', 'Elodie']
    await held('Dafne', 45, '11:00')
    await held('Elodie', 60, '11:00')
    const { page } = await stage.signedIn('delivery')
    const { page: other } = await stage.signedIn('instore')
    await page.goto(AREA)
    await other.goto(AREA)
    await page.getByRole('button', { name: 'Start with 2 athletes' }).click()
    await next(other).getByText('Dafne Rival').waitFor()
    await other.getByRole('button', { name: 'Next', exact: true }).click()
    await now(page).getByText('Dafne Rival').waitFor()
    // A press that was meant for the step before does not skip one.
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByText('A colleague has just moved on').waitFor()
    expect(await publicly(ours)).toEqual(['Dafne'])
    await page.getByRole('button', { name: 'Got it' }).click()
    // An operator whose view is current may press.
    await page.waitForTimeout(3_000)

    // From here on the first desk gets no update until it has pressed.
    let hear = () => {}
    const heard = new Promise<void>((resolve) => (hear = resolve))
    await page.route('**/api/event/admin/reveal?*', async (route) => {
      await heard
      await route.continue()
    })
    await other.getByRole('button', { name: 'Next', exact: true }).click()
    await now(other).getByText('Elodie Rival').waitFor()
    const pressed = page.waitForResponse('**/api/event/livescreen/reveal?*')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    expect((await pressed).status()).toBe(409)
    hear()
    await page.getByRole('alert').getByText('A colleague was quicker').waitFor()
    await now(page).getByText('Elodie Rival').waitFor()
    expect(await publicly(ours)).toEqual(['Dafne', 'Elodie'])
    await page.getByRole('button', { name: 'Got it' }).click()

    await page.getByRole('button', { name: 'End the ceremony' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
    await other.getByText('Nothing is held back').waitFor()
  },
)

test('without a network nothing happens; a lost answer is asked for again and nothing happens twice', async () => {
  const ours = ['Farida', 'Greta']
  await held('Farida', 30, '11:30')
  await held('Greta', 60, '11:30')
  const visitor = await stage.signedIn('delivery')
  const { page } = visitor
  await page.goto(AREA)
  await page.getByRole('button', { name: 'Start with 2 athletes' }).click()
  await next(page).getByText('Farida Rival').waitFor()

  await visitor.setOffline(true)
  await page.getByRole('status').getByText('Offline.', { exact: false }).waitFor()
  await page.locator('body').press('ArrowRight')
  await visitor.setOffline(false)
  await page.getByRole('status').getByText('Up to date with the screens').waitFor()
  await page.getByRole('heading', { name: 'Step 0 of 2' }).waitFor()
  expect(await publicly(ours)).toEqual([])

  const keys: (string | undefined)[] = []
  await page.route('**/api/event/livescreen/reveal?*', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const answer = await route.fetch()
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('alert').getByText('No answer came').waitFor()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect.poll(() => page.getByText('No answer came').count()).toBe(0)
  await now(page).getByText('Farida Rival').waitFor()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(await publicly(ours)).toEqual(['Farida'])

  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await now(page).getByText('Greta Rival').waitFor()
  await page.getByRole('button', { name: 'End the ceremony' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await page.getByText('Nothing is held back').waitFor()
})

test('somebody who deletes their account during it is passed over', async () => {
  await held('Imke', 30, '15:00')
  const gone = await held('Jolanda', 45, '15:00')
  await held('Katinka', 60, '15:00')
  const page = await stage.open(AREA, 'instore')
  await page.getByRole('button', { name: 'Start with 3 athletes' }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await next(page).getByText('Jolanda Rival').waitFor()
  const left = await stage.api.call('POST', 'user/delete', { password: gone.password }, gone.token)
  expect(left.status, JSON.stringify(left.error)).toBe(200)

  await page.getByText('Withdrawn, passed over').waitFor()
  await next(page).getByText('Katinka Rival').waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await now(page).getByText('Katinka Rival').waitFor()
  await page.getByRole('heading', { name: 'Step 3 of 3' }).waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await now(page).getByText('Imke Rival').waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await now(page).getByText('Katinka Rival').waitFor()
  expect(await page.locator('main').innerText()).not.toContain('Jolanda')
  await page.getByRole('button', { name: 'End the ceremony' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await page.getByText('Nothing is held back').waitFor()
})

test(
  'a tablet that holds its finals: switched on once, sent without a network, listed at the desk',
  { timeout: 180_000 },
  async () => {
    const athlete = await stage.api.athlete(undefined, 'Hanneke')
    const booked = await bookToday(stage.api, athlete, TODAY, '12:00')
    await testAll(stage.api, booked)
    const visitor = await stage.signedIn('instore')
    const { page } = visitor
    await page.goto(DESK)
    await onboard(page, booked.code)
    await page.getByRole('button', { name: 'Carry on here' }).click()
    await page.getByRole('button', { name: 'Yes, start the tests' }).click()
    await page.getByRole('button', { name: /^Final/ }).click()
    const hold = page.getByRole('switch', { name: 'Hold for the reveal' })
    await hold.check()
    await page.getByText('On for every final of this tablet', { exact: false }).waitFor()
    expect(await inspect(page, 'reveal-hold')).toEqual([])

    // The setting belongs to the tablet: it survives a reload.
    await page.reload()
    await page.getByRole('button', { name: /^Final/ }).click()
    await expect.poll(() => hold.isChecked()).toBe(true)
    await visitor.setOffline(true)
    await connection(page).getByText('Offline', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Submit and hold 50.00' }).click()
    await page.getByRole('status').getByText('Held for the reveal.', { exact: false }).waitFor()
    await connection(page).getByText('1 unsent').waitFor()
    expect(await inspect(page, 'reveal-held-final')).toEqual([])
    await visitor.setOffline(false)
    await connection(page).getByText('All sent').waitFor()
    expect(await publicly(['Hanneke'])).toEqual([])

    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Reveal', exact: true }).click()
    await expect.poll(() => order(page)).toEqual(['Hanneke'])
    await page.getByRole('link', { name: 'In-store admin' }).waitFor()
    await page.getByRole('button', { name: 'Reveal now: Hanneke Rival' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reveal now' }).click()
    await page.getByText('Nothing is held back').waitFor()
    await expect.poll(() => publicly(['Hanneke'])).toEqual(['Hanneke'])
  },
)

test('the venue screen opens in a window of its own', async () => {
  const page = await stage.open(AREA, 'instore')
  const [screen] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Venue screen' }).click(),
  ])
  await screen.waitForURL('**/my-account-my-leaderboard?fullscreen=true')
  expect(new URL(page.url()).pathname).toBe(AREA)
})

test('the desk is for the teams that test and deliver: everybody else is signed out', async () => {
  for (const who of ['athlete', 'coach']) {
    const visitor = await stage.signedIn(who)
    await visitor.page.goto(AREA)
    await visitor.page.getByText('That page is for another team').waitFor()
    const session = await visitor.context.request.get(`${stage.server.url}/api/auth/session`)
    expect(await session.json()).toEqual({})
  }
  const page = await stage.open(AREA)
  await page.waitForURL('**/en-gb/login**')
})

/** Somebody with a final that is held; `power` decides its points. */
async function held(firstName: string, power: number, time: string): Promise<Athlete> {
  const athlete = await stage.api.athlete(undefined, firstName)
  const booked = await bookToday(stage.api, athlete, TODAY, time)
  await testAll(stage.api, booked, power)
  await holdFinal(stage.api, booked)
  return athlete
}

/** Whom of these the public can find, on the board or by what the venue screen asks. */
async function publicly(names: readonly string[]): Promise<string[]> {
  const board = await stage.api.call('GET', 'user/leaderboard?top=100')
  const reveal = await stage.api.call('GET', 'event/livescreen/reveal')
  expect([board.status, reveal.status]).toEqual([200, 200])
  const text = JSON.stringify([board.data, reveal.data])
  return names.filter((name) => text.includes(name))
}

const now = (page: Page) => page.getByRole('article', { name: 'On the screens now' })
const next = (page: Page) => page.getByRole('article', { name: 'Next, for your eyes only' })

/** The first names of the held finals, in the order in which they would be revealed. */
async function order(page: Page): Promise<string[]> {
  const rows = page
    .getByRole('list', { name: 'In the order in which they are revealed' })
    .getByRole('listitem')
  return (await rows.allInnerTexts()).map((text) => /(\w+) Rival/.exec(text)?.[1] ?? text)
}
