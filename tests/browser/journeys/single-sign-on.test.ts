// Signing in through a provider, in the browser, from the button to the provider's own sign-out.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { newAddress } from '../harness/api.ts'
import { CHECKS, cookie, session, SESSION } from '../harness/cookies.ts'
import { NextAuthPage, PATH } from '../harness/next-auth.ts'
import { answerQuestions, giveDetails } from '../harness/sign-up.ts'
import {
  answerProvider,
  authorise,
  stageWithProvider,
  enter,
  landed,
  PROVIDER,
} from '../harness/single-sign-on.ts'

const { stage, provider } = stageWithProvider()

const MINUTES_15 = 15 * 60

test('the provider stands beside our own accounts in the list', async () => {
  const visitor = await stage.visitor()
  const client = await NextAuthPage.open(visitor, stage.server.url)
  const providers = await client.page.evaluate(() => window.nextAuth.getProviders())
  const base = `${stage.server.url}/api/auth`
  expect(Object.keys(providers ?? {}).sort()).toEqual([PROVIDER, 'credentials'])
  expect(providers?.[PROVIDER]).toEqual({
    id: PROVIDER,
    name: 'Campus',
    type: 'oauth',
    signinUrl: `${base}/signin/${PROVIDER}`,
    callbackUrl: `${base}/callback/${PROVIDER}`,
  })
})

test(
  'from the button on the sign-in page through the provider to the page that was wanted',
  { timeout: 240_000 },
  async () => {
    const email = newAddress('campus')
    provider().add({ email, givenName: 'Ada', familyName: 'Sprinter' })
    const visitor = await stage.visitor()
    const { page } = visitor
    await page.goto('/en-gb/login?callbackUrl=%2Fen-gb%2Ffrequently-asked-questions')
    await page.getByRole('button', { name: 'Continue with Campus' }).click()
    await answerProvider(page, email)
    await expect.poll(() => landed(page)).toBeNull()
    expect(visitor.requests).toContain(`GET ${stage.server.url}/en-gb/frequently-asked-questions`)
    await expect
      .poll(() => session(visitor.context, stage.server.url))
      .toMatchObject({ role: 1, user: { email } })

    // From there a new person continues with sign-up, which leads back to that page.
    await finishSignUp(page)
    await page.getByRole('link', { name: 'Carry on where you were' }).click()
    await page.waitForURL('**/en-gb/frequently-asked-questions')
  },
)

/** From the first question to the last page, for somebody whose name the provider has said. */
async function finishSignUp(page: Page): Promise<void> {
  await page.waitForURL('**/en-gb/register**')
  await answerQuestions(page)
  await page.getByRole('radio', { name: 'Female' }).check({ force: true })
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.waitForURL('**/en-gb/account-information')
  await giveDetails(page)
}

test('the request asks for a code with PKCE, state and nonce, kept for 15 minutes and gone after the callback', async () => {
  const email = newAddress('campus')
  provider().add({ email })
  const visitor = await stage.visitor()
  const asked = new URL(await authorise(visitor, stage.server.url))
  expect(asked.origin).toBe(provider().issuer)
  const parts = Object.fromEntries(asked.searchParams)
  expect(parts).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    state: expect.stringMatching(/^.{20,}$/) as string,
    nonce: expect.stringMatching(/^.{20,}$/) as string,
    redirect_uri: `${stage.server.url}/api/auth/callback/${PROVIDER}`,
  })
  expect(parts['scope']?.split(' ').sort()).toEqual(['campus', 'email', 'openid', 'profile'])
  for (const name of CHECKS) {
    const kept = await cookie(visitor.context, name)
    expect(kept, name).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', secure: false })
    const left = (kept?.expires ?? 0) - Date.now() / 1_000
    expect(Math.round(left / 60), `${name} in minutes`).toBe(MINUTES_15 / 60)
  }
  await visitor.page.goto(asked.href)
  await answerProvider(visitor.page, email)
  await expect.poll(() => landed(visitor.page)).toBeNull()
  for (const name of CHECKS)
    await expect.poll(() => cookie(visitor.context, name), { message: name }).toBeUndefined()
  await expect
    .poll(() => cookie(visitor.context, SESSION))
    .toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
})

test("next-auth's own client goes the whole way, and its further fields reach the provider", async () => {
  const email = newAddress('campus')
  provider().add({ email, givenName: 'Ada', familyName: 'Sprinter' })
  const visitor = await stage.visitor()
  const client = await NextAuthPage.open(visitor, stage.server.url)
  await client.says('unauthenticated')
  await client.page.evaluate(
    ([hint, callbackUrl]) => void window.nextAuth.signIn('campus', { callbackUrl }, { login_hint: hint }),
    [email, PATH] as const,
  )
  await client.page.getByLabel('Campus e-mail').waitFor()
  await expect.poll(() => client.page.getByLabel('Campus e-mail').inputValue()).toBe(email)
  await answerProvider(client.page, email)
  await client.page.waitForURL(`**${PATH}`)
  // This journey cannot serve the target of a redirect to the page; a second request can be served.
  await client.page.reload()
  await client.says('authenticated', email)
  const found = await client.page.evaluate(() => window.nextAuth.getSession())
  expect(found?.user).toMatchObject({ name: 'Ada Sprinter', email })
  expect(Date.parse(found?.expires ?? '') - (found?.stamp ?? 0)).toBe(58 * 60_000)
})

test('who comes back has the same account, whatever address the provider has by then', async () => {
  const email = newAddress('campus')
  const subject = provider().add({ email })
  const first = await stage.visitor()
  await enter(first, stage.server.url, email)
  const { uaid } = await session(first.context, stage.server.url)
  const renamed = newAddress('renamed')
  provider().change(subject, { email: renamed })
  const second = await stage.visitor()
  await enter(second, stage.server.url, renamed)
  expect(uaid).toMatch(/^\d+$/)
  await expect.poll(() => session(second.context, stage.server.url)).toMatchObject({ uaid })
})

test('a callback address on another site is not followed', async () => {
  const email = newAddress('campus')
  provider().add({ email })
  const visitor = await stage.visitor()
  await visitor.page.goto(
    await authorise(visitor, stage.server.url, { callbackUrl: 'https://evil.example/take' }),
  )
  await answerProvider(visitor.page, email)
  await visitor.page.waitForURL(`${stage.server.url}/**`)
  expect(new URL(visitor.page.url()).origin).toBe(stage.server.url)
  await expect.poll(() => session(visitor.context, stage.server.url)).toMatchObject({ user: { email } })
})

test('signing out leaves the provider too, and its token no longer serves', async () => {
  const email = newAddress('campus')
  provider().add({ email })
  const visitor = await stage.visitor()
  const { page } = visitor
  await enter(visitor, stage.server.url, email)
  await visitor.context.clearCookies({ name: SESSION })
  await page.goto(await authorise(visitor, stage.server.url))
  await expect
    .poll(() => landed(page), { message: 'the control: the provider still knows them and asks nothing' })
    .toBeNull()
  const { token } = await session(visitor.context, stage.server.url)

  const client = await NextAuthPage.open(visitor, stage.server.url)
  await client.says('authenticated', email)
  await page.evaluate(() => void window.nextAuth.signOut({ callbackUrl: '/en-gb/' }))
  await page.getByRole('button', { name: 'Sign out of Campus' }).click()
  await page.waitForURL(`${stage.server.url}/**`)
  await expect.poll(() => session(visitor.context, stage.server.url)).toEqual({})
  const call = await stage.api.call('GET', 'user/profile', undefined, String(token))
  expect(call.status).toBe(401)
  await page.goto(await authorise(visitor, stage.server.url))
  await page.getByLabel('Campus e-mail').waitFor()
})

test('Log Out in the menu leaves the provider too, and comes home', async () => {
  const email = newAddress('campus')
  provider().add({ email })
  const visitor = await stage.visitor()
  const { page } = visitor
  await enter(visitor, stage.server.url, email)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('button', { name: 'Sign out of Campus' }).click()
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/en-gb/')
  await expect.poll(() => session(visitor.context, stage.server.url)).toEqual({})
  await page.goto('/en-gb/login')
  await page.getByRole('button', { name: 'Continue with Campus' }).click()
  await page.getByLabel('Campus e-mail').waitFor()
})

test("the provider's claim gives the role, and nothing else does", async () => {
  const people = [
    { role: 'coaching', wanted: 4 },
    { role: ['visitor', 'front-desk'], wanted: 2 },
    { role: 'delivery', wanted: 3 },
    { role: 'nothing that is mapped', wanted: 1 },
    { role: ['3', 'Delivery'], wanted: 1 },
  ]
  for (const { role, wanted } of people) {
    const email = newAddress('staff')
    provider().add({ email, role })
    const visitor = await stage.visitor()
    await enter(visitor, stage.server.url, email)
    await expect
      .poll(() => session(visitor.context, stage.server.url), { message: String(role) })
      .toMatchObject({ role: wanted })
  }
})
