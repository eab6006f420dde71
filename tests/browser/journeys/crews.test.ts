// Crews: a private board that people join by its link, and what its members see of each other, live.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { overflow } from '../harness/axe.ts'
import { enterFinal } from '../harness/finals.ts'
import { inspect } from '../harness/inspect.ts'
import { Keyboard } from '../harness/keyboard.ts'
import { logIn, logOut } from '../harness/session.ts'
import { signUp } from '../harness/sign-up.ts'
import { Stage } from '../harness/stage.ts'

const TODAY = '2026-11-24'
const stage = Stage.set({ clock: `${TODAY}T09:30:00Z` })
const CREWS = '/en-gb/my-account-crews'

interface Crew {
  crewId: string
  link: string
  me: { memberId: string }
}

let quarter = 0

/** An athlete, with a final of that many points if any. */
async function athlete(firstName: string, points?: number, more: { hold?: boolean } = {}): Promise<Athlete> {
  const made = await stage.api.athlete(undefined, firstName)
  if (points !== undefined) await score(made, points, more)
  return made
}

async function score(who: Athlete, points: number, more: { hold?: boolean } = {}): Promise<void> {
  // Six athletes fit into a quarter of an hour.
  const minutes = 15 * Math.floor(quarter++ / 4)
  const time = `${10 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  await enterFinal(stage.api, { firstName: '', athlete: who, points, date: TODAY, time, ...more })
}

/** By the wire. */
const ask = <T>(method: string, path: string, body: unknown, who: Athlete) =>
  stage.api.ask<T>(method, path, body, who.token)

const start = (owner: Athlete, name: string, sharing: object = { shareFinal: true }) =>
  ask<Crew>('POST', 'user/crew', { name, ...sharing }, owner)

const tokenIn = (link: string) => link.slice(link.indexOf('#') + 1)

const join = (who: Athlete, crew: Crew, sharing: object = { shareFinal: true }) =>
  ask<Crew>('POST', 'user/crew/join', { crewToken: tokenIn(crew.link), ...sharing }, who)

/** The page behind a link, on the server of this test. */
const pageOf = (link: string) => `/en-gb/crew#${tokenIn(link)}`

async function open(page: Page, { crewId }: Crew): Promise<void> {
  await page.goto(`${CREWS}?crew=${crewId}`)
  await page.getByText('Live', { exact: true }).waitFor()
}

const board = (page: Page) => page.getByRole('region', { name: 'The board' })
const row = (page: Page, name: RegExp) => board(page).getByRole('row', { name })
const others = (page: Page) => page.getByRole('region', { name: 'Also in the crew' })

test(
  'an owner starts a crew, somebody joins by its link, and both see a final come',
  { timeout: 300_000 },
  async () => {
    const ann = await athlete('Annabel', 70)
    const ben = await athlete('Benedict')
    const owner = await stage.signedIn(ann)
    await owner.page.goto('/en-gb/my-account')
    await owner.page.getByRole('link', { name: 'My crews' }).click()
    await owner.page.waitForURL(`**${CREWS}`)
    await owner.page.getByText('Who do you want to beat?').waitFor()
    expect(await inspect(owner.page, 'crews-empty')).toEqual([])
    await owner.page.getByRole('textbox', { name: 'Name of the crew' }).fill('Tuesday Squad')
    // RULES 15.3: at first nothing is shared.
    expect(await owner.page.getByRole('switch', { checked: true }).count()).toBe(0)
    await owner.page.getByRole('switch', { name: /^My final/ }).click()
    await owner.page.getByRole('button', { name: 'Start a crew' }).click()
    await owner.page.waitForURL(`**${CREWS}?crew=*`)
    await owner.page.getByRole('heading', { level: 1, name: 'Tuesday Squad' }).waitFor()
    await row(owner.page, /Annabel Rival.*70\.00/).waitFor()
    const link = (await owner.page.getByTestId('public-link').textContent()) ?? ''
    expect(await inspect(owner.page, 'crew-alone')).toEqual([])
    // The address leads there again.
    await owner.page.reload()
    await owner.page.getByText('Live', { exact: true }).waitFor()

    // The link, before and after signing in.
    const guest = await stage.open(pageOf(link))
    await guest.getByText('Sign in to see which crew it is.').waitFor()
    expect(await inspect(guest, 'crew-invited')).toEqual([])
    await guest.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await guest.getByRole('textbox', { name: /^E-mail/ }).fill(ben.emailAddress)
    await guest.getByLabel('Password', { exact: true }).fill(ben.password)
    await guest.getByRole('button', { name: 'Sign in' }).click()
    await guest.getByRole('heading', { level: 1, name: 'Tuesday Squad' }).waitFor()
    expect(new URL(guest.url()).hash).toBe(`#${tokenIn(link)}`)
    await guest.getByText('1 member so far.').waitFor()
    expect(await guest.getByRole('switch', { name: /^My final/ }).isChecked()).toBe(false)
    expect(await guest.getByRole('switch', { name: /^My six scores/ }).isChecked()).toBe(false)
    expect(await inspect(guest, 'crew-join')).toEqual([])
    await guest.getByRole('switch', { name: /^My final/ }).click()
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.waitForURL(`**${CREWS}?crew=*`)

    // The owner's final, without the six scores, which she has not shared.
    await row(guest, /^1 Annabel R\. owner Not shared 70\.00/).waitFor()
    await guest.getByText('You have no final this season.').waitFor()
    await others(owner.page).getByText('Benedict R.').waitFor()
    expect(await inspect(guest, 'crew')).toEqual([])

    // A final arrives on both pages, which stay where they are.
    await score(ben, 90)
    await row(owner.page, /^1 .*Benedict R\..*90\.00/).waitFor()
    await row(owner.page, /^2 .*Annabel Rival.*70\.00/).waitFor()
    await row(guest, /^1 .*Benedict Rival.*90\.00/).waitFor()
    await owner.page.getByText('Benedict R. is 1st with 90.00.').waitFor({ state: 'attached' })

    // What one shares is there at once, and gone at once.
    await owner.page.getByRole('switch', { name: /^My six scores/ }).click()
    await guest.getByRole('button', { name: 'Six scores of Annabel R.' }).click()
    await guest.getByRole('table', { name: 'Six scores of Annabel R., and yours' }).waitFor()
    expect(await inspect(guest, 'crew-corners')).toEqual([])
    await owner.page.getByRole('switch', { name: /^My final/ }).click()
    await others(guest).getByText('Annabel R.').waitFor()
    expect(await row(guest, /Annabel/).count()).toBe(0)

    await guest.getByRole('link', { name: 'All my crews' }).click()
    await guest.getByRole('link', { name: /Tuesday Squad 2 members 1st of 1/ }).waitFor()
    expect(await inspect(guest, 'crews-list')).toEqual([])
    // A member's link leads straight to the crew.
    await guest.goto(pageOf(link))
    await guest.waitForURL(`**${CREWS}?crew=*`)
  },
)

test('somebody new signs up by the link and comes back to it', { timeout: 120_000 }, async () => {
  const crew = await start(await athlete('Annabel'), 'Newcomers')
  const page = await stage.open(pageOf(crew.link))
  await signUp(page, undefined, () =>
    page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }).click(),
  )
  await page.getByRole('link', { name: 'Join the crew' }).click()
  await page.getByRole('heading', { level: 1, name: 'Newcomers' }).waitFor()
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(`**${CREWS}?crew=${crew.crewId}`)
  await others(page).getByText('Robin Newcomer').waitFor()
  expect(await others(page).getByText('Robin Newcomer').count()).toBe(1)
})

test('signing in again leads back to the whole invitation', { timeout: 120_000 }, async () => {
  const crew = await start(await athlete('Annabel'), 'Back again')
  const ben = await athlete('Benedict')
  const page = await stage.open(pageOf(crew.link), ben)
  await page.getByRole('heading', { level: 1, name: 'Back again' }).waitFor()
  const other = await page.context().newPage()
  await other.goto('/en-gb/')
  await logOut(other)
  const notice = page.getByRole('status').filter({ hasText: 'You signed out in another tab' })
  await notice.getByRole('link', { name: 'Sign in' }).click()
  await logIn(page, ben)
  await page.waitForURL(`**${pageOf(crew.link)}`)
  await page.getByRole('heading', { level: 1, name: 'Back again' }).waitFor()
  expect(await page.getByText('Half a link').count()).toBe(0)
})

test('a renewed link opens nothing, and the new one does', { timeout: 120_000 }, async () => {
  const ann = await athlete('Annabel')
  const crew = await start(ann, 'Renewed')
  const owner = await stage.signedIn(ann)
  await open(owner.page, crew)
  await owner.page.getByRole('button', { name: 'Make a new link' }).click()
  const question = owner.page.getByRole('alertdialog', { name: 'Make a new link?' })
  await question.getByText(/stop working at once/).waitFor()
  expect(await inspect(owner.page, 'crew-renew')).toEqual([])
  await question.getByRole('button', { name: 'Make a new link' }).click()
  const shown = owner.page.getByTestId('public-link')
  await expect.poll(() => shown.textContent()).not.toContain(tokenIn(crew.link))

  const guest = await stage.open(pageOf(crew.link), await athlete('Benedict'))
  await guest.getByRole('heading', { level: 1, name: 'This link is spent.' }).waitFor()
  expect(await guest.getByText('Renewed').count()).toBe(0)
  expect(await inspect(guest, 'crew-spent')).toEqual([])
  await guest.goto(pageOf((await shown.textContent()) ?? ''))
  await guest.getByRole('heading', { level: 1, name: 'Renewed' }).waitFor()
  await guest.goto('/en-gb/crew#half')
  await guest.getByRole('heading', { level: 1, name: 'Half a link.' }).waitFor()
})

test(
  'who leaves or is removed is gone at once, and so is the crew from their page',
  { timeout: 120_000 },
  async () => {
    const [ann, ben, cat] = [
      await athlete('Annabel', 60),
      await athlete('Benedict', 70),
      await athlete('Catrin', 80),
    ]
    const crew = await start(ann, 'Come and go')
    await join(ben, crew)
    await join(cat, crew)
    const owner = await stage.signedIn(ann)
    const leaver = await stage.signedIn(ben)
    const removed = await stage.signedIn(cat)
    for (const { page } of [owner, leaver, removed]) await open(page, crew)

    await leaver.page.getByRole('button', { name: 'Leave this crew' }).click()
    await leaver.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await leaver.page.waitForURL(`**${CREWS}`)
    await leaver.page.getByText('You have left Come and go.').waitFor()
    await leaver.page.getByText('Who do you want to beat?').waitFor()
    for (const { page } of [owner, removed]) await row(page, /Benedict/).waitFor({ state: 'detached' })

    await owner.page.getByRole('button', { name: 'Remove somebody' }).click()
    await owner.page.getByRole('button', { name: 'Remove Catrin R.' }).click()
    expect(await inspect(owner.page, 'crew-remove')).toEqual([])
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await row(owner.page, /Catrin/).waitFor({ state: 'detached' })
    await removed.page.getByRole('heading', { level: 1, name: 'Not your crew.' }).waitFor()
    expect(await removed.page.getByText('Annabel').count()).toBe(0)
    expect(await inspect(removed.page, 'crew-closed')).toEqual([])

    await owner.page.getByRole('button', { name: 'Delete the crew' }).click()
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click()
    await owner.page.waitForURL(`**${CREWS}`)
    await owner.page.getByText('Come and go is deleted.').waitFor()
  },
)

test('a held final shows nowhere until it is revealed', { timeout: 120_000 }, async () => {
  const ann = await athlete('Annabel', 90, { hold: true })
  const ben = await athlete('Benedict', 50)
  const crew = await start(ann, 'Patience')
  await join(ben, crew)
  for (const who of [ann, ben]) {
    const { page } = await stage.signedIn(who)
    await open(page, crew)
    await row(page, /^1 .*Benedict/).waitFor()
    await others(page).getByText('Annabel R').waitFor()
    expect(await page.getByText('90.00').count()).toBe(0)
    expect(await page.getByText('Beat my 90.00').count()).toBe(0)
    if (who !== ann) continue
    await page.getByText('Your final is revealed at the event.').waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'Book a test' }).count()).toBe(0)
  }
})

test('by keyboard alone', { timeout: 180_000 }, async () => {
  const { page } = await stage.signedIn(await athlete('Kay', 80))
  const keys = new Keyboard(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(CREWS)
  await keys.type(page.getByRole('textbox', { name: 'Name of the crew' }), 'Keys')
  await keys.press(page.getByRole('switch', { name: /^My final/ }), 'Space')
  await keys.press(button('Start a crew'), 'Enter')
  await page.waitForURL(`**${CREWS}?crew=*`)
  await page.getByText('Live', { exact: true }).waitFor()
  await keys.press(page.getByRole('switch', { name: /^My six scores/ }), 'Space')
  await page.getByText('Saved.').waitFor()
  await keys.press(button('Six scores of Kay Rival'), 'Enter')
  await page.getByRole('table', { name: 'Six scores: You' }).waitFor()
  // Tab selects what is in the field.
  await keys.type(page.getByRole('textbox', { name: 'Name of the crew' }), 'Keys and locks')
  await keys.press(button('Save the name'), 'Enter')
  await page.getByRole('heading', { level: 1, name: 'Keys and locks' }).waitFor()
  await keys.press(button('Leave this crew'), 'Enter')
  await keys.press(page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }), 'Enter')
  await page.waitForURL(`**${CREWS}`)

  const crew = await start(await athlete('Annabel'), 'Unlocked')
  await page.goto(pageOf(crew.link))
  await keys.press(page.getByRole('switch', { name: /^My final/ }), 'Space')
  await keys.press(button('Join'), 'Enter')
  await page.waitForURL(`**${CREWS}?crew=*`)
  await row(page, /^1 .*Kay Rival.*80\.00/).waitFor()
})

test('says why somebody cannot start or join one, and loses nothing', { timeout: 120_000 }, async () => {
  const young = await stage.api.athlete(undefined, 'Kim', { young: true })
  const { page } = await stage.signedIn(young)
  const crew = await start(await athlete('Annabel'), 'Grown-ups')
  await page.goto(pageOf(crew.link))
  await page.getByText('Waiting for your parent or guardian').waitFor()
  expect(await page.getByRole('button', { name: 'Join' }).count()).toBe(0)
  expect(await inspect(page, 'crew-young')).toEqual([])
  await page.goto(CREWS)
  await page.getByText('Waiting for your parent or guardian').waitFor()
  expect(await page.getByRole('textbox', { name: 'Name of the crew' }).count()).toBe(0)
  expect(await inspect(page, 'crews-young')).toEqual([])

  const adult = await stage.open(CREWS, await athlete('Benedict'))
  const box = adult.getByRole('textbox', { name: 'Name of the crew' })
  await box.fill('=SUM(1)')
  await adult.getByRole('button', { name: 'Start a crew' }).click()
  await adult
    .getByText(/with at least one letter/)
    .first()
    .waitFor()
  expect(await box.inputValue()).toBe('=SUM(1)')
  expect(await inspect(adult, 'crews-refused')).toEqual([])
})

test('without a network it shows the board as last seen, and catches up', { timeout: 120_000 }, async () => {
  const [ann, ben] = [await athlete('Annabel', 60), await athlete('Benedict')]
  const crew = await start(ann, 'Offline')
  await join(ben, crew)
  const visitor = await stage.signedIn(ann)
  const { page } = visitor
  await open(page, crew)
  await visitor.setOffline(true)
  const told = page
    .getByRole('status')
    .filter({ hasText: /You are offline\. This is its board of \d\d:\d\d\./ })
  await told.waitFor()
  await row(page, /Annabel/).waitFor()
  await visitor.setOffline(false)
  await expect.poll(() => told.count(), { timeout: 60_000 }).toBe(0)
  await score(ben, 40)
  await row(page, /Benedict R\..*40\.00/).waitFor({ timeout: 60_000 })
})

test(
  'long names and many members fit at every width and at twice the size',
  { timeout: 180_000 },
  async () => {
    const ann = await athlete('Annabel', 70)
    const crew = await start(ann, 'The crew with the longest name in the UK', {
      shareFinal: true,
      shareCorners: true,
    })
    for (const [index, name] of [
      'W'.repeat(36),
      'Bartholomew',
      'Oluwaseunfunmi',
      'عبدالرحمن',
      '李小龍',
    ].entries()) {
      const shares = index % 2 === 0
      await join(await athlete(name, shares ? 90 - 10 * index : undefined), crew, {
        shareFinal: shares,
        shareCorners: shares,
      })
    }
    const { page } = await stage.signedIn(ann)
    await open(page, crew)
    await page.getByRole('button', { name: /^Six scores of W{36}/ }).click()
    const wide: string[] = []
    // 720 is a window of 1440 at twice the size.
    for (const width of [320, 390, 720, 820, 1180, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(width)
      wide.push(...(await overflow(page)).map((line) => `${width}: ${line}`))
    }
    expect(wide).toEqual([])
  },
)

test('a challenge: a card of one’s final, and a page that books a test', { timeout: 120_000 }, async () => {
  const ann = await athlete('Annabel', 70)
  const crew = await start(ann, 'Dared')
  const { page } = await stage.signedIn(ann)
  await open(page, crew)
  await page.getByRole('button', { name: 'Beat my 70.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Beat my 70.00' })
  await dialog.getByRole('img', { name: /beat my 70\.00/i }).waitFor()
  expect(await inspect(page, 'crew-challenge')).toEqual([])
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const made = await dialog.getByTestId('public-link').textContent()
  const stranger = await stage.open(`/en-gb/${made?.split('/en-gb/')[1] ?? ''}`)
  await stranger.getByRole('link', { name: 'Book your test' }).click()
  await stranger.waitForURL('**/my-account-book-test**')

  await page.goto('/en-gb/my-account-media-center')
  await page.getByRole('button', { name: 'Beat my 70.00' }).click()
  await dialog.waitFor()
})
