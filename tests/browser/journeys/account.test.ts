// My Profile: what a person can do about their account, each act seen from the other side too.
import { readFile } from 'node:fs/promises'

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { mailedCode, oneTimeCode, wrongCode } from '../harness/authenticator.ts'
import type { Visitor } from '../harness/browser.ts'
import { choiceBar, choose, openBooking } from '../harness/booking.ts'
import { session } from '../harness/cookies.ts'
import { inspect } from '../harness/inspect.ts'
import { DEMO, demo, logIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const PROFILE = '/en-gb/my-account-my-profile'

async function profileOf(visitor: Visitor): Promise<Page> {
  await visitor.page.goto(PROFILE)
  await visitor.page.getByRole('button', { name: 'Sign out everywhere' }).waitFor()
  return visitor.page
}

const sessionOf = (visitor: Visitor) => session(visitor.context, stage.server.url)

test('a new password needs the current one, and ends the sessions everywhere else', async () => {
  const athlete = await stage.api.athlete()
  const elsewhere = await stage.signedIn(athlete)
  const here = await stage.signedIn(athlete)
  const page = await profileOf(here)
  const form = page.getByRole('form', { name: 'Password' })
  const fresh = 'another six corners entirely'

  await form.getByLabel('Current password', { exact: true }).fill('not-the-password-at-all')
  await form.getByLabel('New password', { exact: true }).fill(fresh)
  await form.getByRole('button', { name: 'Change password' }).click()
  await form.getByRole('alert').getByText('That is not your current password.').waitFor()
  await expect
    .poll(() => sessionOf(elsewhere), { message: 'the control: nothing has happened yet' })
    .toMatchObject({
      uaid: athlete.uaid,
    })

  await form.getByLabel('Current password', { exact: true }).fill(athlete.password)
  await form.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your new password is set. You are signed out everywhere else.').waitFor()
  await expect.poll(() => sessionOf(here)).toMatchObject({ uaid: athlete.uaid })
  await expect.poll(() => sessionOf(elsewhere)).toEqual({})
  expect((await stage.api.call('POST', 'user/login', athlete)).status).toBe(401)
  expect((await stage.api.call('POST', 'user/login', { ...athlete, password: fresh })).status).toBe(200)
})

test('devices are listed, one is signed out, then all of them', async () => {
  const athlete = await stage.api.athlete()
  const tablet = await stage.signedIn(athlete)
  const laptop = await stage.signedIn(athlete)
  const here = await stage.signedIn(athlete)
  const page = await profileOf(here)
  const devices = page.locator('#devices').getByRole('listitem')
  await devices.first().getByText('This device').waitFor()
  await expect.poll(() => devices.first().innerText()).toContain('Chrome on Linux')
  await expect
    .poll(() => devices.first().getByRole('button').count(), { message: 'this one is not ended in passing' })
    .toBe(0)
  // Sign-up and the sessions of the three browsers.
  await expect.poll(() => devices.count()).toBe(4)

  // Newest first after this device: the laptop came last.
  await devices
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  const there = page.getByRole('alertdialog', { name: 'Sign out there?' })
  await there.getByLabel('Password', { exact: true }).fill(athlete.password)
  await there.getByRole('button', { name: 'Sign out there' }).click()
  await page.getByText('Signed out there.').waitFor()
  await expect.poll(() => sessionOf(laptop)).toEqual({})
  await expect.poll(() => sessionOf(tablet)).toMatchObject({ uaid: athlete.uaid })

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect.poll(() => sessionOf(tablet)).toMatchObject({ uaid: athlete.uaid })
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await question.getByLabel('Password', { exact: true }).fill(athlete.password)
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/en-gb/')
  await page.getByText('You are signed out, here and everywhere else.').waitFor()
  await expect.poll(() => sessionOf(here)).toEqual({})
  await expect.poll(() => sessionOf(tablet)).toEqual({})
})

test('the download holds everything, health included, and nothing secret', async () => {
  const athlete = await stage.api.athlete()
  const notes = 'Allergic to penicillin'
  await stage.api.call('PUT', 'user/profile', { medicalIssues: notes }, athlete.token)
  const page = await profileOf(await stage.signedIn(athlete))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#your-data').getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('sixfold-my-data.json')
  const text = await readFile(await download.path(), 'utf8')
  const data = JSON.parse(text) as { profile: Record<string, unknown> }
  expect(data.profile).toMatchObject({
    uaid: athlete.uaid,
    emailAddress: athlete.emailAddress,
    firstName: 'Robin',
    medicalIssues: notes,
  })
  expect(text).not.toContain(athlete.token)
  expect(text).not.toContain('argon2')
  await page.getByText('Look in your downloads').waitFor()
})

test('health consent: withdrawn, booking is not offered and says why; given again with the questions, it goes', async () => {
  const athlete = await stage.api.athlete()
  await stage.api.call('PUT', 'user/profile', { medicalIssues: 'Asthma' }, athlete.token)
  const visitor = await stage.signedIn(athlete)
  const page = await profileOf(visitor)
  const health = page.locator('#health')
  await health.getByRole('button', { name: 'Withdraw my consent' }).click()
  const question = page.getByRole('alertdialog', { name: 'Withdraw your consent?' })
  await question.getByText('are erased').waitFor()
  await question.getByRole('button', { name: 'Withdraw and erase' }).click()
  await health.getByText('No consent, no health data').waitFor()
  await page.locator('#details').getByText('Asthma').waitFor({ state: 'detached' })

  await openBooking(page)
  await choose(page, 0, 0)
  await choiceBar(page)
    .getByText(/^(Answer the health questions|You have to agree to how we use your health data) first\.$/)
    .waitFor()
  expect(await choiceBar(page).getByRole('button').count()).toBe(0)
  await page
    .getByText(/A few questions first|Your consent first/)
    .first()
    .waitFor()
  const entries = await stage.api.entries(athlete)
  expect(entries.filter(({ eventTestStatus }) => eventTestStatus !== null)).toEqual([])

  await profileOf(visitor)
  await health.getByRole('button', { name: 'I agree' }).click()
  await health.getByText('Tick this to agree.').waitFor()
  await health.getByRole('checkbox').check()
  await health.getByRole('button', { name: 'I agree' }).click()
  await health.getByRole('link', { name: 'Answer the health questions' }).click()
  await page.waitForURL('**/en-gb/register')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox').first().waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'No' }).first().waitFor()
  for (const no of await page.getByRole('radio', { name: 'No', exact: true }).all())
    await no.check({ force: true })
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL('**/en-gb/signup-completion')
  await stage.api.bookFirst(athlete)
})

test('an account is deleted with its password, and says goodbye', async () => {
  const athlete = await stage.api.athlete()
  const visitor = await stage.signedIn(athlete)
  const page = await profileOf(visitor)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await question.getByText('What stays').waitFor()
  await question.getByLabel('Password', { exact: true }).fill('not-the-password-at-all')
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await question.getByRole('alert').waitFor()
  await expect
    .poll(() => sessionOf(visitor), { message: 'the control: still there' })
    .toMatchObject({ uaid: athlete.uaid })
  await question.getByLabel('Password', { exact: true }).fill(athlete.password)
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await page.waitForURL('**/en-gb/')
  await page.getByText('Your account is deleted.').waitFor()
  await expect.poll(() => sessionOf(visitor)).toEqual({})
  expect((await stage.api.call('POST', 'user/login', athlete)).status).toBe(401)
})

test('staff turn two-step sign-in on, sign in with it, and turn it off', { timeout: 180_000 }, async () => {
  const coach = demo('coach')
  const visitor = await stage.signedIn(coach)
  const page = await profileOf(visitor)
  const ways = page.locator('#signing-in')
  await ways.getByRole('button', { name: 'Turn it on' }).click()
  const first = ways.getByRole('form', { name: 'Turn on two-step sign-in' })
  await first.getByLabel('Password', { exact: true }).fill(DEMO)
  await first.getByRole('button', { name: 'Next' }).click()
  await first.getByLabel('Code from the e-mail').waitFor()
  const problems = await inspect(visitor.page, 'my-profile-mailed-code')
  await first.getByLabel('Code from the e-mail').fill('000000')
  await first.getByRole('button', { name: 'Next' }).click()
  await first.getByRole('alert').waitFor()
  await first.getByLabel('Code from the e-mail').fill(await mailedCode(stage.server, coach.emailAddress))
  await first.getByRole('button', { name: 'Next' }).click()
  await ways.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = (await ways.getByText(/^(?:[A-Z2-7]{1,4} ?){4,}$/).innerText()).replaceAll(' ', '')

  const code = ways.getByLabel('Code from your app')
  await code.fill(wrongCode(secret, stage.server.now()))
  await ways.getByRole('button', { name: 'Confirm' }).click()
  await ways.getByRole('alert').waitFor()
  await code.fill(oneTimeCode(secret, stage.server.now()))
  await ways.getByRole('button', { name: 'Confirm' }).click()
  const list = ways.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await list.first().waitFor()
  const recovery = await list.allInnerTexts()
  expect(new Set(recovery).size).toBe(10)
  problems.push(...(await inspect(visitor.page, 'my-profile-recovery-codes')))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    ways.getByRole('button', { name: 'Download' }).click(),
  ])
  const kept = await readFile(await file.path(), 'utf8')
  expect(recovery.every((one) => kept.includes(one))).toBe(true)
  await ways.getByRole('button', { name: 'I have kept them' }).click()
  await ways.getByText('10 recovery codes left.').waitFor()

  const again = await stage.visitor()
  await again.page.goto(`/en-gb/login?callbackUrl=${encodeURIComponent(PROFILE)}`)
  await logIn(again.page, coach)
  await again.page.getByRole('heading', { name: 'One more step.' }).waitFor()
  await expect.poll(() => sessionOf(again)).toEqual({})
  problems.push(...(await inspect(again.page, 'login-second-step')))
  const step = again.page.getByRole('form', { name: 'Second step' })
  await step.getByLabel('Code from your app').fill(wrongCode(secret, stage.server.now()))
  await step.getByRole('button', { name: 'Sign in' }).click()
  await step.getByRole('alert').waitFor()
  await step.getByRole('button', { name: 'Use a recovery code' }).click()
  await step.getByLabel('Recovery code').fill(recovery[0] ?? '')
  await step.getByRole('button', { name: 'Sign in' }).click()
  await again.page.waitForURL(`**${PROFILE}`)
  await again.page.getByText('9 recovery codes left.').waitFor()

  const card = again.page.locator('#signing-in')
  await card.getByRole('button', { name: 'Turn it off' }).click()
  const question = again.page.getByRole('alertdialog', { name: 'Turn off two-step sign-in?' })
  await question.getByLabel('Password', { exact: true }).fill(DEMO)
  await question.getByLabel('Code from your app').fill(recovery[1] ?? '')
  await question.getByRole('button', { name: 'Turn it off' }).click()
  await card.getByRole('button', { name: 'Turn it on' }).waitFor()
  await expect.poll(() => sessionOf(visitor), { message: 'the other session has ended' }).toEqual({})
  const login = await stage.api.call('POST', 'user/login', coach)
  expect(login.status, 'the password alone does again').toBe(200)
  expect(problems).toEqual([])
})

test('every reason on the login page is a sentence', { timeout: 120_000 }, async () => {
  const { page } = await stage.visitor()
  const seen = new Set<string>()
  const codes = ['SessionRequired', 'CredentialsSignin', 'TooManyRequests', 'AccessDenied', 'OAuthSignin']
  codes.push('OAuthCallback', 'OAuthCreateAccount', 'OAuthAccountNotLinked', 'Callback', 'EmailSignin')
  for (const code of [...codes, 'Signin', 'NobodyKnowsThisOne']) {
    await page.goto(`/en-gb/login?error=${code}`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const sentence = await page.getByRole('main').getByRole('status').first().innerText()
    expect(sentence, code).toMatch(/^[A-Z].* .*\.$/s)
    expect(sentence).not.toMatch(new RegExp(`\\b${code}\\b`))
    seen.add(sentence)
  }
  expect(seen.size).toBeGreaterThan(codes.length - 2)
})

test('login, forgotten password and a spent link, looked at', { timeout: 180_000 }, async () => {
  const { page } = await stage.visitor()
  const problems: string[] = []
  await page.goto('/en-gb/login?error=OAuthAccountNotLinked')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  problems.push(...(await inspect(page, 'login-refused')))
  await page.goto('/en-gb/forgot-password')
  await page.getByLabel('E-mail', { exact: true }).fill('nobody@example.org')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Have a look at your inbox').waitFor()
  problems.push(...(await inspect(page, 'forgot-sent')))
  await page.goto('/en-gb/reset-password#token=spent')
  await page.getByLabel('New password', { exact: true }).fill('a brand new long password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('This link has been used or has run out').waitFor()
  problems.push(...(await inspect(page, 'reset-spent')))
  await expect
    .poll(() => page.getByRole('link', { name: 'Send me a new link' }).getAttribute('href'))
    .toBe('/en-gb/forgot-password')
  expect(problems).toEqual([])
})

test(
  'My Profile, looked at: whole, its dialogs, and with parts that do not load',
  { timeout: 240_000 },
  async () => {
    const visitor = await stage.signedIn(await stage.api.athlete())
    const page = await profileOf(visitor)
    const problems = await inspect(visitor.page, 'my-profile-whole')
    for (const [button, name] of [
      ['Sign out everywhere', 'everywhere'],
      ['Withdraw my consent', 'withdraw'],
      ['Delete my account', 'delete'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('alertdialog').waitFor()
      problems.push(...(await inspect(visitor.page, `my-profile-${name}`)))
      await page.keyboard.press('Escape')
    }
    await page.route('**/api/user/sessions**', (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto(PROFILE)
    await page.locator('#devices').getByRole('button', { name: 'Try again' }).waitFor()
    problems.push(...(await inspect(visitor.page, 'my-profile-not-loaded')))
    await page.unroute('**/api/user/sessions**')
    await page.locator('#devices').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor()
    expect(problems).toEqual([])
  },
)
