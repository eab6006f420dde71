// next-auth's own React client, unmodified, against this server: tokens, providers, the session, signing in and out.
import { expect, test } from 'vitest'

import { type Athlete, PASSWORD } from '../harness/api.ts'
import { CALLBACK_URL, cookie, CSRF, session, SESSION } from '../harness/cookies.ts'
import { NextAuthPage, PATH } from '../harness/next-auth.ts'
import { logIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
const LIFE_S = 58 * 60

async function arrive(query = '') {
  const visitor = await stage.visitor()
  const client = await NextAuthPage.open(visitor, stage.server.url, query)
  return { visitor, client, page: visitor.page }
}

async function signedIn(athlete?: Athlete) {
  const person = athlete ?? (await stage.api.athlete())
  const arrived = await arrive()
  // Its first request has to be answered: a late answer would overwrite the sign-in's.
  await arrived.client.says('unauthenticated')
  const result = await arrived.client.enter(person.emailAddress, person.password)
  expect(result?.ok).toBe(true)
  await arrived.client.says('authenticated', person.emailAddress)
  return { ...arrived, person }
}

test('a stranger is unauthenticated after loading, and gets a CSRF cookie only when asking for its token', async () => {
  const { visitor, client, page } = await arrive()
  await client.says('unauthenticated')
  await expect.poll(() => client.seen()).toEqual(['loading', 'unauthenticated'])
  const token = await page.evaluate(() => window.nextAuth.getCsrfToken())
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  const kept = await cookie(visitor.context, CSRF)
  expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', secure: false, expires: -1 })
  expect(decodeURIComponent(kept?.value ?? '')).toMatch(new RegExp(`^${token}\\|[0-9a-f]{64}$`))
  expect(await page.evaluate(() => window.nextAuth.getCsrfToken())).toBe(token)
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('the providers are listed with absolute addresses', async () => {
  const { page } = await arrive()
  const base = `${stage.server.url}/api/auth`
  const providers = await page.evaluate(() => window.nextAuth.getProviders())
  expect(providers).toEqual({
    credentials: {
      id: 'credentials',
      name: expect.any(String),
      type: 'credentials',
      signinUrl: `${base}/signin/credentials`,
      callbackUrl: `${base}/callback/credentials`,
    },
  })
})

test('signing in without a redirect gives the result and the session, and a reload keeps it', async () => {
  const athlete = await stage.api.athlete()
  const { visitor, client, page } = await arrive()
  await client.says('unauthenticated')
  const result = await client.enter(athlete.emailAddress, PASSWORD)
  expect(result).toEqual({ error: null, status: 200, ok: true, url: `${stage.server.url}${PATH}` })
  await client.says('authenticated', athlete.emailAddress)
  await expect.poll(() => client.seen()).toEqual(['loading', 'unauthenticated', 'authenticated'])

  const found = await page.evaluate(() => window.nextAuth.getSession())
  expect(found).toMatchObject({
    uaid: athlete.uaid,
    role: 1,
    user: { email: athlete.emailAddress, name: 'Robin Rival', image: null, uaid: athlete.uaid, role: 1 },
  })
  expect(found?.expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const life = Date.parse(found?.expires ?? '') - (found?.stamp ?? 0)
  expect(life).toBe(LIFE_S * 1000)

  const kept = await cookie(visitor.context, SESSION)
  expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', secure: false })
  await expect
    .poll(() => cookie(visitor.context, CALLBACK_URL))
    .toMatchObject({ httpOnly: true, expires: -1 })
  expect(JSON.stringify(found)).not.toContain(kept?.value)

  await client.goto()
  await client.says('authenticated', athlete.emailAddress)
  await expect.poll(() => client.seen()).toEqual(['loading', 'authenticated'])
  const again = await page.evaluate(() => window.nextAuth.getSession())
  expect(again?.expires).toBe(found?.expires)
})

test('signing in with a redirect goes to the callback address', async () => {
  const athlete = await stage.api.athlete()
  const { visitor, client, page } = await arrive()
  await client.says('unauthenticated')
  const { emailAddress, password } = athlete
  await page.evaluate(
    ([email, secret]) => {
      const callbackUrl = '/en-gb/frequently-asked-questions'
      void window.nextAuth.signIn('credentials', { email, password: secret, callbackUrl })
    },
    [emailAddress, password] as const,
  )
  await page.waitForURL('**/en-gb/frequently-asked-questions')
  await expect.poll(() => session(visitor.context, stage.server.url)).toMatchObject({ uaid: athlete.uaid })
})

test('a callback address on another site becomes our own', async () => {
  const athlete = await stage.api.athlete()
  const { client } = await arrive()
  await client.says('unauthenticated')
  const result = await client.enter(athlete.emailAddress, PASSWORD, {
    callbackUrl: 'https://evil.example/take',
  })
  expect(result).toMatchObject({ ok: true, url: stage.server.url })
})

test('a page that requires a session leads to the sign-in page and comes back', async () => {
  const athlete = await stage.api.athlete()
  const { client, page } = await arrive('?required')
  await page.waitForURL('**/en-gb/login?**')
  const query = new URL(page.url()).searchParams
  expect(query.get('error')).toBe('SessionRequired')
  expect(query.get('callbackUrl')).toBe(`${stage.server.url}${PATH}?required`)
  await logIn(page, athlete)
  await page.waitForURL(`**${PATH}?required**`)
  // Our own pages ask the server for an address that only this journey serves.
  await client.says('authenticated', athlete.emailAddress)
  await expect.poll(() => client.seen()).toEqual(['loading', 'authenticated'])
})

test('a page with a handler of its own is told, and stays', async () => {
  const { client, page } = await arrive('?required=handled')
  await expect.poll(() => client.seen()).toEqual(['loading', 'handled'])
  await page.waitForTimeout(300)
  expect(new URL(page.url()).pathname).toBe(PATH)
})

test('signing out without a redirect ends the session here and on the server', async () => {
  const { visitor, client, page, person } = await signedIn()
  const token = (await page.evaluate(() => window.nextAuth.getSession()))?.token ?? ''
  const before = await stage.api.call('GET', 'user/profile', undefined, token)
  expect(before.status, 'the control: the token serves while the session lives').toBe(200)
  const answer = await page.evaluate(() => window.nextAuth.signOut({ redirect: false }))
  expect(answer).toEqual({ url: `${stage.server.url}${PATH}` })
  await client.says('unauthenticated')
  await expect.poll(() => cookie(visitor.context, SESSION)).toBeUndefined()
  const after = await stage.api.call('GET', 'user/profile', undefined, token)
  expect(after.status, person.uaid).toBe(401)
})

test('signing out with a redirect goes to the callback address', async () => {
  const { visitor, page } = await signedIn()
  await page.evaluate(
    () => void window.nextAuth.signOut({ callbackUrl: '/en-gb/frequently-asked-questions' }),
  )
  await page.waitForURL('**/en-gb/frequently-asked-questions')
  await expect.poll(() => session(visitor.context, stage.server.url)).toEqual({})
})

test('a new sign-in ends the session before', async () => {
  const { page, client, person } = await signedIn()
  const first = await page.evaluate(() => window.nextAuth.getSession())
  await client.enter(person.emailAddress, person.password)
  const second = await page.evaluate(() => window.nextAuth.getSession())
  expect(second?.token).not.toBe(first?.token)
  expect((await stage.api.call('GET', 'user/profile', undefined, first?.token)).status).toBe(401)
  expect((await stage.api.call('GET', 'user/profile', undefined, second?.token)).status).toBe(200)
})
