// next-auth's own React client keeps its tabs in step with the server: events, focus, polling and updates.
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { session, SESSION } from '../harness/cookies.ts'
import type { Visitor } from '../harness/browser.ts'
import { NextAuthPage } from '../harness/next-auth.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

/** A browser that is signed in, with the page in its first tab. */
async function signedIn(query = '') {
  const person = await stage.api.athlete()
  const visitor = await stage.signedIn(person)
  const client = await NextAuthPage.open(visitor, stage.server.url, query)
  await client.says('authenticated', person.emailAddress)
  return { person, visitor, client, page: visitor.page }
}

async function secondTab(visitor: Visitor): Promise<NextAuthPage> {
  const client = new NextAuthPage(await visitor.tab())
  await client.goto()
  return client
}

/** Ends the session on the server, without the browser's knowledge. */
async function revoke(visitor: Visitor, person: Athlete): Promise<void> {
  const { token } = await session(visitor.context, stage.server.url)
  const change = { currentPassword: person.password, newPassword: `${person.password}-anew` }
  await stage.api.ask('POST', 'user/password', change, String(token))
}

/** How often the browser has asked for its session. */
function reads(visitor: Visitor): number {
  return visitor.requests.filter((request) => /^GET .*\/api\/auth\/session$/.test(request)).length
}

/** Its events have whole seconds, and storage raises no event for an unchanged value. */
function nextSecond(visitor: Visitor): Promise<void> {
  return visitor.context.clock.fastForward(2_000)
}

test('signing out in one tab reaches the other, and so does signing in', async () => {
  const { person, visitor, client } = await signedIn()
  const other = await secondTab(visitor)
  await other.says('authenticated', person.emailAddress)
  await client.page.evaluate(() => window.nextAuth.signOut({ redirect: false }))
  await client.says('unauthenticated')
  await other.says('unauthenticated')
  await nextSecond(visitor)
  await client.page.evaluate(
    ([email, password]) => void window.nextAuth.signIn('credentials', { email, password }),
    [person.emailAddress, person.password] as const,
  )
  await other.says('authenticated', person.emailAddress)
  await client.says('authenticated', person.emailAddress)
  await expect
    .poll(() => other.seen())
    .toEqual(['loading', 'authenticated', 'unauthenticated', 'authenticated'])
})

test('an event of another kind changes nothing', async () => {
  const { person, visitor, client } = await signedIn()
  const other = await secondTab(visitor)
  await other.says('authenticated', person.emailAddress)
  const before = reads(visitor)
  await client.page.evaluate(() => {
    localStorage.setItem('nextauth.message', JSON.stringify({ event: 'weather', data: {}, timestamp: 1 }))
    localStorage.setItem('somebody.else', 'x')
  })
  await client.page.waitForTimeout(300)
  expect(reads(visitor)).toBe(before)
  await client.page.evaluate(() => {
    const message = { event: 'session', data: { trigger: 'getSession' }, timestamp: 2 }
    localStorage.setItem('nextauth.message', JSON.stringify(message))
  })
  await expect
    .poll(() => reads(visitor), { message: 'the control: a session event asks again' })
    .toBe(before + 1)
})

test('coming back to the page notices a session that ended elsewhere', async () => {
  const { person, visitor, client, page } = await signedIn()
  await revoke(visitor, person)
  await page.waitForTimeout(200)
  await client.says('authenticated')
  await comeBack(page)
  await client.says('unauthenticated')
  expect((await visitor.context.cookies()).some((kept) => kept.name === SESSION)).toBe(false)
})

test('coming back asks nothing where that is switched off', async () => {
  const { visitor, client, page } = await signedIn('?focus=no')
  const before = reads(visitor)
  await comeBack(page)
  await page.waitForTimeout(300)
  expect(reads(visitor)).toBe(before)
  await client.goto()
  await client.says('authenticated')
  const opened = reads(visitor)
  await comeBack(page)
  await expect.poll(() => reads(visitor), { message: 'the control: switched on, it asks' }).toBe(opened + 1)
})

test('polling notices a session that ended, and then rests', async () => {
  const { person, visitor, client, page } = await signedIn('?poll=60')
  const opened = reads(visitor)
  await page.clock.fastForward(61_000)
  await expect.poll(() => reads(visitor)).toBe(opened + 1)
  await client.says('authenticated', person.emailAddress)
  await revoke(visitor, person)
  await page.clock.fastForward(61_000)
  await client.says('unauthenticated')
  const ended = reads(visitor)
  await page.clock.fastForward(61_000)
  await page.waitForTimeout(300)
  expect(reads(visitor)).toBe(ended)
})

test('polling rests while offline where that is asked for', async () => {
  const { visitor, client, page } = await signedIn('?poll=60&offline=no')
  await visitor.setOffline(true)
  const before = reads(visitor)
  await page.clock.fastForward(61_000)
  await page.waitForTimeout(300)
  expect(reads(visitor)).toBe(before)
  await visitor.setOffline(false)
  await page.clock.fastForward(61_000)
  await expect.poll(() => reads(visitor)).toBe(before + 1)
  await client.says('authenticated')
})

test('an update posts its CSRF token, gives the session and tells the other tab', async () => {
  const { person, visitor, client, page } = await signedIn()
  const other = await secondTab(visitor)
  await other.says('authenticated', person.emailAddress)
  await nextSecond(visitor)
  const before = reads(visitor)
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/auth/session'),
  )
  const updated = await page.evaluate(() => window.nextAuth.update({ role: 3, name: 'Somebody Else' }))
  expect(updated).toMatchObject({ uaid: person.uaid, role: 1, user: { name: 'Robin Rival' } })
  expect((await posted).postDataJSON()).toMatchObject({
    csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    data: { role: 3 },
  })
  await expect.poll(() => reads(visitor), { message: 'the other tab asks again' }).toBe(before + 1)
  await client.says('authenticated', person.emailAddress)
})

/** The event that a browser sends to a page that becomes visible again. */
async function comeBack(page: NextAuthPage['page']): Promise<void> {
  await page.clock.fastForward(2_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
