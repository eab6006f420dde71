// next-auth's own React client where this server says no: every refusal is one that it understands.
import { expect, test } from 'vitest'

import { PASSWORD } from '../harness/api.ts'
import { CSRF, cookie, session, SESSION, setCookies } from '../harness/cookies.ts'
import { NextAuthPage } from '../harness/next-auth.ts'
import { signIn } from '../harness/session.ts'
import { START } from '../harness/server.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set({ rateLimit: true })
/** Tries that one address has on one account. */
const TRIES = 10

async function arrive(query = '') {
  const visitor = await stage.visitor()
  const client = await NextAuthPage.open(visitor, stage.server.url, query)
  return { visitor, client, page: visitor.page }
}

test('a wrong password is CredentialsSignin, without a session', async () => {
  const athlete = await stage.api.athlete()
  const { visitor, client } = await arrive()
  await client.says('unauthenticated')
  const wrong = { error: 'CredentialsSignin', status: 401, ok: false, url: null }
  expect(await client.enter(athlete.emailAddress, 'not-the-password')).toEqual(wrong)
  expect(await client.enter('nobody@example.org', PASSWORD), 'an unknown address').toEqual(wrong)
  expect(await client.enter('', ''), 'empty fields').toEqual(wrong)
  await expect.poll(() => session(visitor.context, stage.server.url)).toEqual({})
  await expect.poll(() => cookie(visitor.context, SESSION)).toBeUndefined()
  await client.says('unauthenticated')
  const right = await client.enter(athlete.emailAddress, athlete.password)
  expect(right, 'the control: the right password').toMatchObject({ ok: true, error: null })
})

test('a wrong password with a redirect ends on the sign-in page with its code', async () => {
  const athlete = await stage.api.athlete()
  const { client, page } = await arrive()
  await client.says('unauthenticated')
  await page.evaluate(
    (email) => void window.nextAuth.signIn('credentials', { email, password: 'not-the-password' }),
    athlete.emailAddress,
  )
  await page.waitForURL('**/en-gb/login?**')
  expect(new URL(page.url()).searchParams.get('error')).toBe('CredentialsSignin')
  await page.getByRole('status').getByText('do not match').waitFor()
})

test('too many tries are told as such, and only to who made them', async () => {
  const athlete = await stage.api.athlete()
  const { client } = await arrive()
  await client.says('unauthenticated')
  for (let attempt = 0; attempt < TRIES; attempt++)
    expect((await client.enter(athlete.emailAddress, 'not-the-password'))?.status).toBe(401)
  const throttled = await client.enter(athlete.emailAddress, athlete.password)
  expect(throttled).toEqual({ error: 'TooManyRequests', status: 429, ok: false, url: null })
  const neighbour = await stage.api.athlete()
  const free = await client.enter(neighbour.emailAddress, neighbour.password)
  expect(free, 'the control: another account from the same address').toMatchObject({ ok: true, status: 200 })
})

test('an unknown provider leads to the sign-in page', async () => {
  const { client, page } = await arrive()
  await client.says('unauthenticated')
  await page.evaluate(
    () => void window.nextAuth.signIn('pigeon', { callbackUrl: '/en-gb/frequently-asked-questions' }),
  )
  await page.waitForURL('**/en-gb/login?**')
  expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(
    `${stage.server.url}/en-gb/frequently-asked-questions`,
  )
})

test('without a list of providers it goes to the error page, which leads to the sign-in page', async () => {
  const { visitor, client, page } = await arrive()
  await client.says('unauthenticated')
  await visitor.context.route('**/api/auth/providers', (route) =>
    route.fulfill({ status: 200, body: '<html>' }),
  )
  await page.evaluate(() => void window.nextAuth.signIn('credentials'))
  await page.waitForURL('**/en-gb/login**')
  expect(visitor.complaints.splice(0).join()).toContain('CLIENT_FETCH_ERROR')
})

test('a CSRF token that does not fit signs nobody in and nobody out', async () => {
  const athlete = await stage.api.athlete()
  const { visitor, client, page } = await arrive()
  await client.says('unauthenticated')
  const forged = { status: 200, contentType: 'application/json', body: `{"csrfToken":"${'0'.repeat(64)}"}` }
  const forge = () => visitor.context.route('**/api/auth/csrf', (route) => route.fulfill(forged))
  const honest = () => visitor.context.unroute('**/api/auth/csrf')

  await forge()
  await client.enter(athlete.emailAddress, athlete.password)
  await expect.poll(() => session(visitor.context, stage.server.url)).toEqual({})
  await honest()
  await client.enter(athlete.emailAddress, athlete.password)
  await client.says('authenticated', athlete.emailAddress)

  await forge()
  const refused = await page.evaluate(() => window.nextAuth.signOut({ redirect: false }))
  expect(refused.url).toBe(`${stage.server.url}/api/auth/signout?csrf=true`)
  await expect.poll(() => session(visitor.context, stage.server.url)).toMatchObject({ uaid: athlete.uaid })
  const update = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/auth/session'),
  )
  expect(await page.evaluate(() => window.nextAuth.update({}))).toBeNull()
  expect((await update).status()).toBe(400)
  expect(await (await update).json()).toEqual({})
  visitor.complaints.splice(0)

  await honest()
  expect(await page.evaluate(() => window.nextAuth.update({}))).toMatchObject({ uaid: athlete.uaid })
  await page.evaluate(() => window.nextAuth.signOut({ redirect: false }))
  await expect.poll(() => session(visitor.context, stage.server.url)).toEqual({})
})

test('a forged CSRF cookie is replaced, not believed', async () => {
  const { visitor, page } = await arrive()
  const token = 'a'.repeat(64)
  const value = encodeURIComponent(`${token}|${'b'.repeat(64)}`)
  await visitor.context.addCookies([{ name: CSRF, value, url: stage.server.url }])
  expect(await page.evaluate(() => window.nextAuth.getCsrfToken())).not.toBe(token)
  expect((await cookie(visitor.context, CSRF))?.value).not.toBe(value)
})

test('a failed fetch is null to the page and a line in the log of the server', async () => {
  const { visitor, client, page } = await arrive()
  await client.says('unauthenticated')
  const failing = {
    status: 500,
    contentType: 'application/json',
    body: '{"message":"the\\r\\nhouse is on fire"}',
  }
  await visitor.context.route('**/api/auth/session', (route) => route.fulfill(failing))
  const logged = page.waitForResponse((response) => response.url().endsWith('/api/auth/_log'))
  expect(await page.evaluate(() => window.nextAuth.getSession())).toBeNull()
  expect((await logged).status()).toBe(200)
  await expect.poll(() => stage.server.log()).toContain('CLIENT_FETCH_ERROR')
  expect(visitor.complaints.splice(0).join()).toContain('CLIENT_FETCH_ERROR')
  await visitor.context.unroute('**/api/auth/session')
  await client.says('unauthenticated')
})

test('the log answers junk with 200 and nothing', async () => {
  const { visitor } = await arrive()
  const address = `${stage.server.url}/api/auth/_log`
  for (const data of ['', 'level', '\u0000\u0001', '{"level":', 'x'.repeat(4_000)]) {
    const answer = await visitor.context.request.post(address, {
      data,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([answer.status(), await answer.text()], JSON.stringify(data.slice(0, 20))).toEqual([200, ''])
  }
})

test('a hook without its provider throws', async () => {
  const { visitor, page } = await arrive('?bare')
  await page.getByRole('alert').waitFor()
  expect(await page.evaluate(() => window.nextAuth.thrown)).toEqual([
    '[next-auth]: `useSession` must be wrapped in a <SessionProvider />',
  ])
  visitor.complaints.splice(0)
})

test('a cookie of nobody is an empty session and is taken away', async () => {
  const { visitor, client } = await arrive()
  await client.says('unauthenticated')
  await visitor.context.addCookies([{ name: SESSION, value: 'f'.repeat(64), url: stage.server.url }])
  const answer = await visitor.context.request.get(`${stage.server.url}/api/auth/session`)
  expect([answer.status(), await answer.text()]).toEqual([200, '{}'])
  expect(setCookies(answer).get(SESSION)).toMatch(
    /^next-auth\.session-token=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  await expect.poll(() => cookie(visitor.context, SESSION)).toBeUndefined()
})

test('after 58 minutes the session is empty and its cookie is gone, and not a minute before', async () => {
  const athlete = await stage.api.athlete()
  const { visitor, client } = await arrive()
  await client.says('unauthenticated')
  await signIn(visitor, stage.server.url, athlete)
  await client.goto()
  await client.says('authenticated', athlete.emailAddress)
  await later(57)
  await client.goto()
  await client.says('authenticated', athlete.emailAddress)
  await later(59)
  await client.goto()
  await client.says('unauthenticated')
  await expect.poll(() => cookie(visitor.context, SESSION)).toBeUndefined()
})

/** The same server, restarted with its clock a number of minutes after the beginning. */
async function later(minutes: number): Promise<void> {
  const { server } = stage
  const clock = new Date(Math.max(Date.parse(START), server.now().getTime()) + minutes * 60_000).toISOString()
  await server.end('SIGTERM')
  const port = Number(new URL(server.url).port)
  await stage.replace({ rateLimit: true, clock, directory: server.directory, port })
}
