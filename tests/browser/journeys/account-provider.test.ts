// Accounts elsewhere: connected and disconnected in My Profile, made on arrival, left without a password.
import { expect, test } from 'vitest'

import { newAddress } from '../harness/api.ts'
import { session } from '../harness/cookies.ts'
import { inspect } from '../harness/inspect.ts'
import { answerQuestions, giveDetails } from '../harness/sign-up.ts'
import { answerProvider, stageWithProvider } from '../harness/single-sign-on.ts'

const PROFILE = '/en-gb/my-account-my-profile'

const { stage, provider } = stageWithProvider()

test(
  'an account elsewhere is connected, opens this one, and is disconnected',
  { timeout: 180_000 },
  async () => {
    const athlete = await stage.api.athlete()
    provider().add({ email: athlete.emailAddress })
    const stranger = await stage.open('/en-gb/login')
    await stranger.getByRole('button', { name: 'Continue with Campus' }).click()
    await answerProvider(stranger, athlete.emailAddress)
    await stranger.getByText('Sign in with your password first, then connect Campus in My Profile.').waitFor()
    const problems = await inspect(stranger, 'login-not-linked')

    const owner = await stage.open(PROFILE, athlete)
    const ways = owner.locator('#signing-in')
    await ways.getByRole('button', { name: 'Connect Campus' }).click()
    await answerProvider(owner, athlete.emailAddress)
    await owner.waitForURL(`**${PROFILE}#signing-in`)
    await ways.getByRole('button', { name: 'Disconnect Campus' }).waitFor()
    problems.push(...(await inspect(owner, 'my-profile-connected')))
    await expect.poll(() => ways.getByRole('listitem').nth(1).innerText()).toContain(athlete.emailAddress)

    const later = await stage.visitor()
    await later.page.goto(`/en-gb/login?callbackUrl=${encodeURIComponent(PROFILE)}`)
    await later.page.getByRole('button', { name: 'Continue with Campus' }).click()
    await answerProvider(later.page, athlete.emailAddress)
    await later.page.waitForURL(`**${PROFILE}`)
    await expect.poll(() => session(later.context, stage.server.url)).toMatchObject({ uaid: athlete.uaid })
    await expect
      .poll(() => later.page.locator('#devices').getByText('with Campus').first().innerText())
      .toMatch(/^Since/)

    await ways.getByRole('button', { name: 'Disconnect Campus' }).click()
    const question = owner.getByRole('alertdialog', { name: 'Disconnect Campus?' })
    await question.getByRole('button', { name: 'Disconnect' }).click()
    await ways.getByRole('button', { name: 'Connect Campus' }).waitFor()
    expect(problems).toEqual([])
  },
)

test('an account with another address is not connected, and the owner is told so', async () => {
  const athlete = await stage.api.athlete()
  const other = newAddress('somebody-else')
  provider().add({ email: other })
  const { page, context } = await stage.signedIn(athlete)
  await page.goto(PROFILE)
  await page.getByRole('button', { name: 'Connect Campus' }).click()
  await answerProvider(page, other)
  await page.getByText('Campus is not connected: its e-mail must be confirmed').waitFor()
  await page.waitForURL(`**${PROFILE}**`)
  await expect.poll(() => session(context, stage.server.url)).toMatchObject({ uaid: athlete.uaid })
})

test(
  'a newcomer from elsewhere answers the questions, never a password, and leaves again',
  { timeout: 240_000 },
  async () => {
    const email = newAddress('campus')
    provider().add({ email, givenName: 'Kit', familyName: 'Campus' })
    const page = await stage.open('/en-gb/login')
    await page.getByRole('button', { name: 'Continue with Campus' }).click()
    await answerProvider(page, email)
    await page.waitForURL('**/en-gb/register')
    await answerQuestions(page)
    await expect.poll(() => page.getByRole('textbox', { name: /^First name/ }).inputValue()).toBe('Kit')
    await expect.poll(() => page.getByRole('textbox', { name: /^Last name/ }).inputValue()).toBe('Campus')
    await page.getByRole('radio', { name: 'Female' }).check({ force: true })
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.waitForURL('**/en-gb/account-information')
    await expect.poll(() => page.locator('input[type=password]').count()).toBe(0)
    await giveDetails(page)

    await page.goto(PROFILE)
    await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor()
    await expect
      .poll(() => page.getByRole('form', { name: 'Password' }).count(), {
        message: 'there is no password to change',
      })
      .toBe(0)
    await page.getByRole('button', { name: 'Disconnect Campus' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('That is your only way to sign in.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('button', { name: 'Sign out of Campus' }).click()
    await page.waitForURL('**/en-gb/')
    await page.getByText('Your account is deleted.').waitFor()
    await expect.poll(() => session(page.context(), stage.server.url)).toEqual({})
  },
)
