// A provider that is not there, and a server that knows one way in only.
import { afterEach, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { Api, newAddress } from '../harness/api.ts'
import { launch, Visitor } from '../harness/browser.ts'
import { session } from '../harness/cookies.ts'
import { NextAuthPage } from '../harness/next-auth.ts'
import { Server } from '../harness/server.ts'
import { signIn } from '../harness/session.ts'
import { authorise, campus, enter, halfway, landed } from '../harness/single-sign-on.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function scene(flags: string[] = []) {
  const { provider, server: options } = await campus()
  ends.push(() => provider.stop())
  const server = await Server.start({ ...options, flags })
  ends.push(() => server.stop())
  const browser: Browser = await launch()
  ends.push(() => browser.close())
  const arrive = () => Visitor.arrive(browser, server)
  return { provider, server, arrive }
}

test('an issuer that is not there stops the start with one line that names it', async () => {
  const { provider, server: options } = await campus()
  await provider.stop()
  const { code, log } = await Server.refuse(options)
  expect(code).not.toBe(0)
  const lines = log.split('\n').filter((line) => line.includes('SIXFOLD_OIDC_CAMPUS_ISSUER'))
  expect(lines, log).toHaveLength(1)
  expect(log).not.toMatch(/panicked|the-secret-between/)

  await provider.comeBack()
  ends.push(() => provider.stop())
  const server = await Server.start(options)
  ends.push(() => server.stop())
  expect((await fetch(`${server.url}/readyz`)).status, 'the control: with its issuer it starts').toBe(200)
})

test('an issuer that goes away later gives a clear page, and our own accounts still open', async () => {
  const { provider, server, arrive } = await scene()
  const before = await arrive()
  const email = newAddress('campus')
  provider.add({ email })
  const callback = await halfway({ visitor: before, provider, url: server.url }, email)
  await provider.stop()

  const visitor = await arrive()
  await expect
    .poll(() => authorise(visitor, server.url), {
      timeout: 30_000,
      interval: 1000,
      message: 'asked anew after 15 s',
    })
    .toBe(`${server.url}/api/auth/error?error=OAuthSignin&provider=campus`)
  await visitor.page.goto('/en-gb/login')
  await visitor.page.getByRole('button', { name: 'Continue with Campus' }).click()
  await visitor.page.getByRole('status').getByText('Signing in with Campus did not start.').waitFor()
  await expect.poll(() => landed(visitor.page)).toBe('OAuthSignin')

  await before.page.goto(callback.href)
  await expect
    .poll(() => landed(before.page), { message: 'it went away under somebody' })
    .toBe('OAuthCallback')
  await expect.poll(() => session(before.context, server.url)).toEqual({})

  const athlete = await new Api(server.url).athlete()
  await signIn(visitor, server.url, athlete)
  await expect.poll(() => session(visitor.context, server.url)).toMatchObject({ uaid: athlete.uaid })

  await provider.comeBack()
  const after = await arrive()
  await enter(after, server.url, email)
  await expect
    .poll(() => session(after.context, server.url), { message: 'and it comes back' })
    .toMatchObject({ user: { email } })
})

test('with single sign-on only, our own passwords open nothing', async () => {
  const { provider, server, arrive } = await scene(['--auth-mode', 'sso'])
  const visitor = await arrive()
  const client = await NextAuthPage.open(visitor, server.url)
  const providers = await client.page.evaluate(() => window.nextAuth.getProviders())
  expect(Object.keys(providers ?? {})).toEqual(['campus'])
  const login = await new Api(server.url).call('POST', 'user/login', {
    emailAddress: 'coach@sixfold.example',
    password: 'whatever-it-was',
  })
  expect([login.status, login.error?.errorCode]).toEqual([403, 'AUTH_MODE'])
  await client.page.evaluate(() => void window.nextAuth.signIn('credentials'))
  await client.page.waitForURL('**/en-gb/login**')
  const csrf = await visitor.context.request.get(`${server.url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const forced = await visitor.context.request.post(`${server.url}/api/auth/callback/credentials`, {
    form: { csrfToken, json: 'true', email: 'coach@sixfold.example', password: 'whatever-it-was' },
  })
  expect(forced.ok()).toBe(false)
  await expect.poll(() => session(visitor.context, server.url)).toEqual({})

  const email = newAddress('campus')
  provider.add({ email })
  await enter(visitor, server.url, email)
  await expect
    .poll(() => session(visitor.context, server.url), { message: 'the control' })
    .toMatchObject({ user: { email } })
})

test('with our own accounts only, the provider is not offered', async () => {
  const { server, arrive } = await scene(['--auth-mode', 'credentials'])
  const visitor = await arrive()
  const client = await NextAuthPage.open(visitor, server.url)
  const providers = await client.page.evaluate(() => window.nextAuth.getProviders())
  expect(Object.keys(providers ?? {})).toEqual(['credentials'])
  const athlete = await new Api(server.url).athlete()
  await client.says('unauthenticated')
  expect(await client.enter(athlete.emailAddress, athlete.password)).toMatchObject({ ok: true })
})
