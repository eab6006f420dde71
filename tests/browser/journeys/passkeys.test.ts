// Passkeys, on Chromium's virtual authenticator, and the link by e-mail (RULES 10.9 and 10.10).
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { mailedCode, turnOnTwoStep } from '../harness/authenticator.ts'
import type { Visitor } from '../harness/browser.ts'
import { session } from '../harness/cookies.ts'
import { inspect } from '../harness/inspect.ts'
import { linkOf, lookAt } from '../harness/letters.ts'
import { VirtualAuthenticator } from '../harness/passkeys.ts'
import { DEMO, demo, logIn, signIn, tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

// Browsers have passkeys for a name only.
const stage = Stage.set({ host: 'localhost', flags: ['--require-second-factor', 'on'] })
const PROFILE = '/en-gb/my-account-my-profile'
const LOGIN = '/en-gb/login'

type Person = { emailAddress: string; password: string }

const sessionOf = (visitor: Visitor) => session(visitor.context, stage.server.url)
const card = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Passkeys', exact: true }) })
    .last()
const withPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

async function profileOf(visitor: Visitor): Promise<Page> {
  await visitor.page.goto(PROFILE)
  await visitor.page.getByRole('button', { name: 'Sign out everywhere' }).waitFor()
  return visitor.page
}

/** A visitor with a device who is signed in by password. */
async function withDevice(person: Person): Promise<{ visitor: Visitor; device: VirtualAuthenticator }> {
  const visitor = await stage.visitor()
  const device = await VirtualAuthenticator.of(visitor.page)
  await signIn(visitor, stage.server.url, person)
  return { visitor, device }
}

async function add(page: Page, name: string, password: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  const form = page.getByRole('form', { name: 'Add a passkey' })
  await form.getByLabel('What you call it').fill(name)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Add a passkey' }).click()
}

async function signOut(visitor: Visitor): Promise<void> {
  await visitor.context.clearCookies()
}

/** Signs out, and in again by a press on the sign-in page. */
async function comeBack(visitor: Visitor, device: VirtualAuthenticator): Promise<void> {
  await signOut(visitor)
  await device.setAttentive(false)
  device.requests.length = 0
  await visitor.page.goto(LOGIN)
  // A device that is attentive before the name field's offer would answer that, without a press.
  await expect.poll(() => device.requests).toEqual(['conditional'])
  await device.setAttentive(true)
  await withPasskey(visitor.page).click()
}

test(
  'an athlete adds a passkey, signs in with it, renames it and removes it',
  { timeout: 300_000 },
  async () => {
    const athlete = await stage.api.athlete()
    const { visitor, device } = await withDevice(athlete)
    const { page } = visitor
    const problems: string[] = []
    await profileOf(visitor)
    await card(page).getByText('It cannot be guessed').waitFor()
    await card(page).scrollIntoViewIfNeeded()
    problems.push(...(await inspect(page, 'passkeys-none')))

    await card(page).getByRole('button', { name: 'Add a passkey' }).click()
    const form = page.getByRole('form', { name: 'Add a passkey' })
    await expect.poll(() => form.getByLabel('What you call it').inputValue()).toBe('Chrome on Linux')
    await form.getByLabel('Password', { exact: true }).fill('not-the-password-at-all')
    await form.getByRole('button', { name: 'Add a passkey' }).click()
    await form.getByRole('alert').waitFor()
    problems.push(...(await inspect(page, 'passkeys-wrong-password')))
    expect(await device.passkeys()).toEqual([])
    await form.getByRole('button', { name: 'Cancel' }).click()

    await add(page, 'Blue phone', athlete.password)
    await card(page).getByText('Blue phone signs you in from now on.').waitFor()
    expect(await device.passkeys()).toHaveLength(1)
    const [letter = ''] = await stage.server.letters(athlete.emailAddress, 1, 'passkey-added')
    const reader = await stage.visitor()
    problems.push(...(await lookAt(reader, letter, 'passkey-added')))

    // The same device keeps one for each account.
    await add(page, 'Again', athlete.password)
    await form.getByText('This device keeps a passkey for your account already.').first().waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()

    await signOut(visitor)
    await device.setAttentive(false)
    await page.goto(LOGIN)
    await expect
      .poll(() => page.getByLabel('E-mail', { exact: true }).getAttribute('autocomplete'))
      .toBe('username webauthn')
    problems.push(...(await inspect(page, 'login-with-passkey')))
    await device.setAttentive(true)
    await withPasskey(page).click()
    await expect.poll(() => sessionOf(visitor)).toMatchObject({ uaid: athlete.uaid })
    await page.waitForURL('**/my-account')

    await profileOf(visitor)
    await card(page)
      .getByText(/Last used .* Added/)
      .waitFor()
    await card(page).getByRole('button', { name: 'Rename Blue phone' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What you call it').fill('The phone that Robin keeps in the blue bag')
    problems.push(...(await inspect(page, 'passkeys-rename')))
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await card(page).getByText('It is called The phone that Robin keeps in the blue').waitFor()
    problems.push(...(await inspect(page, 'passkeys-long-name')))

    await card(page)
      .getByRole('button', { name: /^Remove The phone/ })
      .click()
    const removal = page.getByRole('alertdialog')
    problems.push(...(await inspect(page, 'passkeys-remove')))
    await removal.getByLabel('Password', { exact: true }).fill(athlete.password)
    await removal.getByRole('button', { name: 'Remove it' }).click()
    await card(page)
      .getByText(/is removed\.$/)
      .waitFor()
    await stage.server.letters(athlete.emailAddress, 1, 'passkey-removed')

    await comeBack(visitor, device)
    await page.getByText('That passkey is not in use here any more').first().waitFor()
    problems.push(...(await inspect(page, 'login-passkey-unknown')))
    await expect.poll(() => sessionOf(visitor)).toEqual({})
    expect(problems).toEqual([])
  },
)

test('the browser offers passkeys at the name field by itself', { timeout: 240_000 }, async () => {
  const athlete = await stage.api.athlete()
  const { visitor, device } = await withDevice(athlete)
  const { page } = visitor
  await profileOf(visitor)
  await add(page, 'Phone', athlete.password)
  await card(page).getByText('Phone signs you in from now on.').waitFor()
  await signOut(visitor)
  await device.setAttentive(false)
  await page.goto(LOGIN)
  await expect.poll(() => device.requests).toEqual(['conditional'])
  // While it waits the page works as ever, and a press takes over from the offer.
  await page.getByLabel('E-mail', { exact: true }).fill(athlete.emailAddress)
  await device.setAttentive(true)
  await withPasskey(page).click()
  await expect.poll(() => sessionOf(visitor)).toMatchObject({ uaid: athlete.uaid })
  expect(device.requests.slice(0, 2)).toEqual(['conditional', 'window'])
})

test('each of several passkeys signs in, and a copy of one does not', { timeout: 240_000 }, async () => {
  const athlete = await stage.api.athlete()
  const first = await withDevice(athlete)
  const second = await withDevice(athlete)
  for (const [{ visitor }, name] of [
    [first, 'Phone'],
    [second, 'Laptop'],
  ] as const) {
    await profileOf(visitor)
    await add(visitor.page, name, athlete.password)
    await card(visitor.page).getByText(`${name} signs you in from now on.`).waitFor()
  }
  for (const { visitor, device } of [first, second]) {
    await comeBack(visitor, device)
    await expect.poll(() => sessionOf(visitor)).toMatchObject({ uaid: athlete.uaid })
  }
  const { visitor, device } = first
  await device.rewind()
  await comeBack(visitor, device)
  await visitor.page.getByText('We could not accept that passkey').first().waitFor()
  await expect.poll(() => sessionOf(visitor)).toEqual({})
})

test('a device that does not know its user signs nobody in', { timeout: 240_000 }, async () => {
  const athlete = await stage.api.athlete()
  const { visitor, device } = await withDevice(athlete)
  await profileOf(visitor)
  await add(visitor.page, 'Phone', athlete.password)
  await card(visitor.page).getByText('Phone signs you in from now on.').waitFor()
  await device.setVerified(false)
  await comeBack(visitor, device)
  await visitor.page.getByText('That was stopped, or took too long').first().waitFor()
  await expect.poll(() => sessionOf(visitor)).toEqual({})
})

test(
  'for staff a passkey is both factors, and setting it up takes a mailed code',
  { timeout: 240_000 },
  async () => {
    const delivery = demo('delivery')
    const { visitor, device } = await withDevice(delivery)
    const { page } = visitor
    await profileOf(visitor)
    await add(page, 'Key ring', DEMO)
    const form = page.getByRole('form', { name: 'Add a passkey' })
    await form.getByText('We have mailed a code to your account’s address').waitFor()
    const problems = await inspect(page, 'passkeys-mailed-code')
    await form.getByLabel('Code from the e-mail').fill(await mailedCode(stage.server, delivery.emailAddress))
    await form.getByRole('button', { name: 'Add a passkey' }).click()
    await card(page).getByText('Key ring signs you in from now on.').waitFor()
    const closed = await visitor.context.request.get(`${stage.server.url}/api/event/admin/settings`)
    expect(closed.status(), 'the control: with the password alone the team’s pages are closed').toBe(403)

    await comeBack(visitor, device)
    await page.waitForURL('**/staff-account-pd-admin')
    const open = await visitor.context.request.get(`${stage.server.url}/api/event/admin/settings`)
    expect(open.status()).toBe(200)
    expect(problems).toEqual([])
  },
)

test('a passkey keeps somebody signed in without leaving the page', { timeout: 240_000 }, async () => {
  const athlete = await stage.api.athlete()
  const { visitor, device } = await withDevice(athlete)
  const { page } = visitor
  await profileOf(visitor)
  await add(page, 'Phone', athlete.password)
  await card(page).getByText('Phone signs you in from now on.').waitFor()
  await page.getByRole('button', { name: /^Edit: .*contact/i }).click()
  const phone = page.getByRole('textbox', { name: /^Phone/ })
  await phone.fill('+44 7700 900999')
  const before = await sessionOf(visitor)
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(53.5 * 60_000)
  const warning = page.getByRole('alertdialog')
  await withPasskey(page).waitFor()
  const problems = await inspect(page, 'session-end-passkey')
  await device.setVerified(false)
  await withPasskey(page).click()
  await warning.getByText('That was stopped, or took too long').waitFor()
  problems.push(...(await inspect(page, 'session-end-passkey-stopped')))
  await device.setVerified(true)
  await withPasskey(page).click()
  await warning.waitFor({ state: 'detached' })
  await page.getByText('another 58 minutes').waitFor()
  expect(await phone.inputValue()).toBe('+44 7700 900999')
  const after = await sessionOf(visitor)
  expect(after.uaid).toBe(before.uaid)
  expect(after.token).not.toBe(before.token)
  expect(problems).toEqual([])
})

test('a sign-in with a password offers a passkey once', { timeout: 240_000 }, async () => {
  const athlete = await stage.api.athlete()
  const visitor = await stage.visitor()
  const { page } = visitor
  await VirtualAuthenticator.of(page, { attentive: false })
  const enter = async () => {
    await page.goto(LOGIN)
    await logIn(page, athlete)
    await page.waitForURL('**/my-account')
  }
  await enter()
  await page.getByText('This device can keep a passkey for you.').waitFor()
  const problems = await inspect(page, 'passkey-offered')
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.waitForURL('**/my-account-my-profile#signing-in')
  await signOut(visitor)
  await enter()
  await page.waitForLoadState('networkidle')
  expect(await page.getByText('This device can keep a passkey for you.').count()).toBe(0)
  expect(problems).toEqual([])
})

test('a link by e-mail signs in, once, with a press', { timeout: 240_000 }, async () => {
  const athlete = await stage.api.athlete()
  const { page } = await stage.visitor()
  const problems: string[] = []
  await page.goto(LOGIN)
  await page.getByLabel('E-mail', { exact: true }).fill(athlete.emailAddress)
  await page.getByRole('button', { name: 'E-mail me a link' }).click()
  await expect.poll(() => page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(athlete.emailAddress)
  problems.push(...(await inspect(page, 'sign-in-link-ask')))
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Have a look at your inbox').waitFor()
  problems.push(...(await inspect(page, 'sign-in-link-sent')))

  const [letter = ''] = await stage.server.letters(athlete.emailAddress, 1, 'sign-in-link')
  const phone = await stage.visitor()
  problems.push(...(await lookAt(phone, letter, 'sign-in-link')))
  const link = linkOf(letter)
  // A program that only looks at it does not use it up.
  expect((await fetch(link)).status).toBe(200)
  await phone.page.goto(link)
  await phone.page.getByRole('heading', { name: 'One press and you’re in.' }).waitFor()
  problems.push(...(await inspect(phone.page, 'sign-in-link')))
  expect(phone.page.url()).not.toContain('token')
  await phone.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => sessionOf(phone)).toMatchObject({ uaid: athlete.uaid })
  await phone.page.waitForURL('**/my-account')

  const late = await stage.open(link)
  await late.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await late.getByText('This link has been used or has run out').waitFor()
  problems.push(...(await inspect(late, 'sign-in-link-spent')))
  expect(problems).toEqual([])
})

test('after a link somebody with a second factor is asked for its code', { timeout: 240_000 }, async () => {
  const { server, api } = stage
  const emailAddress = 'coach@sixfold.example'
  const token = await tokenOf(api, emailAddress)
  await api.call('POST', 'user/second-factor', { password: DEMO }, token)
  const proof = { password: DEMO, mailedCode: await mailedCode(server, emailAddress) }
  const { recoveryCodes } = await turnOnTwoStep(stage, token, proof)
  await api.call('POST', 'auth/sign-in-link', { email: emailAddress })
  const [letter = ''] = await server.letters(emailAddress, 1, 'sign-in-link')
  const page = await stage.open(linkOf(letter))
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Code from your app').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  const problems = await inspect(page, 'sign-in-link-code')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/staff-account-coach-admin')
  expect(problems).toEqual([])
})

test('a browser that has no passkeys is told so, and signs in as ever', { timeout: 120_000 }, async () => {
  const athlete = await stage.api.athlete()
  const visitor = await stage.visitor()
  const { page } = visitor
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto(LOGIN)
  await page.getByRole('button', { name: 'E-mail me a link' }).waitFor()
  expect(await withPasskey(page).count()).toBe(0)
  await signIn(visitor, stage.server.url, athlete)
  await profileOf(visitor)
  await card(page).getByText('This browser cannot make a passkey for this site').waitFor()
  expect(await card(page).getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
})
