// Each attack on the way through a provider is refused with its code and leaves no session; untouched, the same steps
// lead in.
import { afterAll, afterEach, expect, test } from 'vitest'

import { newAddress } from '../harness/api.ts'
import { CHECKS, cookie, session, SESSION } from '../harness/cookies.ts'
import { signToken, strangerKey, type Token } from '../harness/id-token.ts'
import { IdentityProvider } from '../harness/provider.ts'
import {
  answerProvider,
  authorise,
  campus,
  enter,
  halfway as goHalfway,
  landed,
} from '../harness/single-sign-on.ts'
import type { Visitor } from '../harness/browser.ts'
import { Stage } from '../harness/stage.ts'

let provider: IdentityProvider
let club: IdentityProvider
const stage = Stage.set(async () => {
  const { provider: first, server } = await campus()
  provider = first
  club = await IdentityProvider.start({ client: `http://127.0.0.1:${server.port}`, id: 'club' })
  return { ...server, environment: { ...server.environment, ...club.environment({ NAME: 'Club' }) } }
})
afterEach(() => {
  provider.forge = undefined
})
afterAll(() => Promise.all([provider.stop(), club.stop()]))

function newcomer(): string {
  const email = newAddress('campus')
  provider.add({ email })
  return email
}

function halfway(visitor: Visitor, email: string): Promise<URL> {
  return goHalfway({ visitor, provider, url: stage.server.url }, email)
}

/** Refused with its code, without a session, and for the reason that the attack is about. */
async function refused(visitor: Visitor, code: string, what: string, reason: RegExp): Promise<void> {
  await expect.poll(() => landed(visitor.page), { message: what }).toBe(code)
  await expect.poll(() => session(visitor.context, stage.server.url), { message: what }).toEqual({})
  await expect.poll(lastRefusal, { message: what }).toMatch(reason)
}

function lastRefusal(): string {
  const lines = stage.server.log().split('\n')
  return lines.filter((line) => line.includes('OAuthCallbackError')).at(-1) ?? ''
}

async function welcomed(visitor: Visitor, email: string, what: string): Promise<void> {
  await expect.poll(() => landed(visitor.page), { message: what }).toBeNull()
  await expect
    .poll(() => session(visitor.context, stage.server.url), { message: what })
    .toMatchObject({ user: { email } })
}

test('the control: held at the callback and let go, the way leads in', async () => {
  const email = newcomer()
  const visitor = await stage.visitor()
  const callback = await halfway(visitor, email)
  await visitor.page.goto(callback.href)
  await welcomed(visitor, email, 'nothing was touched')
  expect([...callback.searchParams.keys()]).toEqual(expect.arrayContaining(['code', 'state']))
})

const changes: [string, (callback: URL) => void, RegExp][] = [
  ['a wrong state', ({ searchParams }) => searchParams.set('state', 'x'.repeat(43)), /another state/],
  ['no state', ({ searchParams }) => searchParams.delete('state'), /another state/],
  ['a wrong code', ({ searchParams }) => searchParams.set('code', 'y'.repeat(43)), /invalid_grant/],
  ['no code', ({ searchParams }) => searchParams.delete('code'), /no code/],
  ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://evil.example'), /another issuer/],
  ['nothing at all', (callback) => (callback.search = ''), /another state/],
]

test.each(changes)('an answer with %s is refused', async (what, change, reason) => {
  const visitor = await stage.visitor()
  const callback = await halfway(visitor, newcomer())
  change(callback)
  await visitor.page.goto(callback.href)
  await refused(visitor, 'OAuthCallback', what, reason)
})

test.each(CHECKS)('without its own %s it is refused', async (name) => {
  const other = await stage.visitor()
  await authorise(other, stage.server.url)
  const foreign = await cookie(other.context, name)
  for (const value of [undefined, 'z'.repeat(43), foreign?.value]) {
    const visitor = await stage.visitor()
    const callback = await halfway(visitor, newcomer())
    await visitor.context.clearCookies({ name })
    if (value) await visitor.context.addCookies([{ name, value, url: stage.server.url }])
    await visitor.page.goto(callback.href)
    await refused(visitor, 'OAuthCallback', value ?? 'missing', /no \w+ cookie that serves|another state/)
  }
  expect(foreign?.value.length).toBeGreaterThan(20)
})

const lies: [string, (token: Token) => void, RegExp][] = [
  ['a wrong nonce', ({ claims }) => (claims['nonce'] = 'n'.repeat(43)), /nonce mismatch/],
  ['no nonce', ({ claims }) => delete claims['nonce'], /missing nonce/],
  ['a wrong audience', ({ claims }) => (claims['aud'] = 'another-client'), /audience/],
  ['an audience of two', ({ claims }) => (claims['aud'] = ['sixfold', 'another-client']), /audience/],
  ['another authorised party', ({ claims }) => (claims['azp'] = 'another-client'), /party/],
  ['a wrong issuer', ({ claims }) => (claims['iss'] = 'https://evil.example'), /issuer/],
  ['an end an hour ago', ({ claims }) => (claims['exp'] = Date.now() / 1_000 - 3_600), /[Ee]xpired/],
  ['no subject', ({ claims }) => delete claims['sub'], /does not read/],
  ["a stranger's signature", (token) => (token.key = strangerKey()), /bad signature/],
  ['no signature', nobodySigned, /No signature/],
  ['an unknown key', ({ header }) => (header['kid'] = 'campus-2'), /No matching key/],
]

test.each(lies)('an ID token with %s is refused', async (what, lie, reason) => {
  provider.forge = lie
  const visitor = await stage.visitor()
  await enter(visitor, stage.server.url, newcomer())
  await refused(visitor, 'OAuthCallback', what, reason)
})

test('the control: an ID token that is re-signed and not changed leads in', async () => {
  provider.forge = ({ claims }) => (claims['harmless'] = true)
  const email = newcomer()
  const visitor = await stage.visitor()
  await enter(visitor, stage.server.url, email)
  await welcomed(visitor, email, 're-signed')
})

function nobodySigned(token: Token): void {
  token.header = { alg: 'none' }
  token.key = undefined
}

test('a code serves once', async () => {
  const visitor = await stage.visitor()
  const email = newcomer()
  const callback = await halfway(visitor, email)
  const checks = (await visitor.context.cookies()).filter(({ name }) => CHECKS.includes(name))
  await visitor.page.goto(callback.href)
  await welcomed(visitor, email, 'the first time')

  await visitor.context.clearCookies({ name: SESSION })
  await visitor.page.goto(callback.href)
  await refused(visitor, 'OAuthCallback', 'the same address again', /no state cookie/)
  await visitor.context.addCookies(checks)
  await visitor.page.goto(callback.href)
  await refused(visitor, 'OAuthCallback', 'the same address with the same cookies', /invalid_grant/)
})

test('a stolen code opens nothing in another browser', async () => {
  const victim = await stage.visitor()
  const stolen = await halfway(victim, newcomer())

  const thief = await stage.visitor()
  await thief.page.goto(stolen.href)
  await refused(thief, 'OAuthCallback', 'a browser that asked for nothing', /no state cookie/)

  const own = await halfway(thief, newcomer())
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
  await thief.page.goto(own.href)
  await refused(thief, 'OAuthCallback', 'the code of one sign-in in the answer of another', /invalid_grant/)
})

test("nobody is signed in to an attacker's account by a link", async () => {
  const attacker = await stage.visitor()
  const callback = await halfway(attacker, newcomer())
  const victim = await stage.visitor()
  await authorise(victim, stage.server.url)
  await victim.page.goto(callback.href)
  await refused(victim, 'OAuthCallback', "the attacker's answer in the victim's browser", /another state/)
})

test('the answer of one provider opens nothing at the callback of another', async () => {
  const visitor = await stage.visitor()
  const callback = await halfway(visitor, newcomer())
  callback.pathname = '/api/auth/callback/club'
  await visitor.page.goto(callback.href)
  await refused(visitor, 'OAuthCallback', 'from Campus to Club', /no state cookie/)

  const email = newAddress('club')
  club.add({ email })
  const member = await stage.visitor()
  await member.page.goto(await authorise(member, stage.server.url, {}, 'club'))
  await answerProvider(member.page, email)
  await welcomed(member, email, 'the control: Club leads in by its own')
})

test('who says no at the provider is told so', async () => {
  const visitor = await stage.visitor()
  await visitor.page.goto(await authorise(visitor, stage.server.url))
  await answerProvider(visitor.page, newcomer(), 'Deny')
  await refused(visitor, 'Callback', 'consent denied', /access_denied/)
})

test('what passes between the server and a provider stays out of the log', async () => {
  const visitor = await stage.visitor()
  const email = newcomer()
  const callback = await halfway(visitor, email)
  let idToken = ''
  provider.forge = (token) => {
    idToken = signToken(token).split('.')[1] ?? ''
  }
  await visitor.page.goto(callback.href)
  await welcomed(visitor, email, 'the way leads in')
  const log = stage.server.log()
  expect(log).toContain('OAuthCallbackError')
  const [code = '', state = ''] = ['code', 'state'].map((name) => callback.searchParams.get(name) ?? '')
  for (const secret of [code, state, idToken, email, 'the-secret-between']) {
    expect(secret.length).toBeGreaterThan(10)
    expect(log.includes(secret), secret.slice(0, 12)).toBe(false)
  }
})

test('a sign-in is begun by our own pages alone', async () => {
  const visitor = await stage.visitor()
  const { request } = visitor.context
  const address = `${stage.server.url}/api/auth/signin/campus`
  const forged = await request.post(address, { form: { csrfToken: 'f'.repeat(64), json: 'true' } })
  expect((await forged.json()) as unknown).toEqual({ url: `${stage.server.url}/api/auth/signin?csrf=true` })
  const visited = await request.get(address, { maxRedirects: 0 })
  expect(visited.headers()['location'] ?? '').not.toContain(provider.issuer)
  const names = (await visitor.context.cookies()).map(({ name }) => name)
  expect(names.filter((name) => CHECKS.includes(name))).toEqual([])
  expect(await authorise(visitor, stage.server.url), 'the control').toContain(provider.issuer)
})
