// Signing in and out, with next-auth's client and with ours: the same requests and states, except for the end of the
// session.
import { getProviders } from 'next-auth/react'
import { describe, expect, it, vi } from 'vitest'
import {
  compared,
  enter,
  equal,
  fakeFetch,
  HERE,
  ORIGIN,
  PROVIDERS,
  SIGNED_IN,
  SIGNED_OUT,
  visited,
  withOurs,
  withTheirs,
  world,
  type Person,
} from '../test/both-clients'
import type { SignInOptions } from './sign-in'
import { fetchProviders } from './sign-in-calls'

describe('as next-auth does it', () => {
  it('signs in by password and stays', async () => {
    const { result, seen: said } = await visited(withTheirs, {}, SIGNED_OUT, enter)
    expect(result).toEqual({ error: null, status: 200, ok: true, url: `${ORIGIN}/en-gb/` })
    const ours = await visited(withOurs, {}, SIGNED_OUT, enter)
    expect(ours.result).toEqual(result)
    // The additional line notifies the other tabs.
    expect(ours.seen.slice(0, said.length)).toEqual(said)
    expect(ours.seen.slice(said.length)).toEqual([expect.stringContaining('"trigger":"getSession"')])
  })

  it('signs in by password and goes', async () => {
    const { seen: said } = await equal({}, SIGNED_OUT, ({ signIn }) =>
      signIn('credentials', { email: 'sam@example.com', password: 'p&q=r' }),
    )
    expect(said.slice(2)).toEqual([
      'GET /api/auth/providers (application/json)',
      'GET /api/auth/csrf (application/json)',
      'POST /api/auth/callback/credentials (application/x-www-form-urlencoded) ' +
        `email=sam%40example.com&password=p%26q%3Dr&csrfToken=c0ffee&callbackUrl=${encodeURIComponent(HERE)}&json=true`,
      `go ${ORIGIN}/en-gb/`,
    ])
  })

  it.each([
    ['a wrong password', 401, 'CredentialsSignin'],
    ['a refusal', 403, 'AccessDenied'],
    ['too many tries', 429, 'TooManyRequests'],
    ['a code that is asked for', 401, 'SecondFactorRequired'],
    ['a wrong code', 401, 'SecondFactorWrong'],
  ])('gives %s as its result', async (_name, status, error) => {
    const url = `${ORIGIN}/api/auth/error?error=${error}&provider=credentials`
    const server = { ...SIGNED_OUT, 'callback/credentials': { status, body: { url } } }
    const { result } = await equal({}, server, enter)
    expect(result).toEqual({ error, status, ok: false, url: null })
  })

  it('goes to a provider elsewhere, whether or not it was to stay', async () => {
    const go = (options: SignInOptions) => (person: Person) => person.signIn('club', {}, options)
    const { seen: said, result } = await equal({}, SIGNED_OUT, go({ redirect: false }))
    expect(said.at(-1)).toBe('go https://club.example/authorise?x=1')
    expect(result).toBeUndefined()
    await equal({}, SIGNED_OUT, go({ callbackUrl: `${ORIGIN}/en-gb/my-account` }))
    await equal({}, SIGNED_OUT, go({ authorization: { login_hint: 'sam@example.com' } }))
  })

  it('asks for a letter and stays', async () => {
    const { expected, ours } = await compared({}, SIGNED_OUT, ({ signIn }) =>
      signIn('letter', { email: 'sam@example.com' }, { redirect: false }),
    )
    expect(ours.result).toEqual(expected.result)
    expect(ours.seen.slice(0, expected.seen.length)).toEqual(expected.seen)
  })

  it('goes to the sign-in page for a provider that it does not know', async () => {
    for (const provider of ['nobody', undefined]) {
      const { seen: said } = await equal({}, SIGNED_OUT, ({ signIn }) => signIn(provider))
      expect(said.at(-1)).toBe(`go /api/auth/signin?callbackUrl=${encodeURIComponent(HERE)}`)
    }
  })

  it('goes to the error page without a list of providers', async () => {
    for (const providers of ['unreachable', { body: {} }, { status: 500, body: {} }] as const) {
      const { seen: said } = await equal({}, { ...SIGNED_OUT, providers }, enter)
      expect(said.at(-1)).toBe('go /api/auth/error')
    }
  })

  it('reloads the page when it is to go to a hash of it', async () => {
    const server = { ...SIGNED_OUT, 'callback/credentials': { body: { url: `${HERE}#tests` } } }
    const { seen: said } = await equal({}, server, ({ signIn }) => signIn('credentials'))
    expect(said.slice(-2)).toEqual([`go ${HERE}#tests`, 'reload'])
  })

  it('sends what it has when no CSRF token comes', async () => {
    const server = { ...SIGNED_OUT, csrf: { status: 500, body: { message: 'no' } } }
    const { seen: said } = await equal({}, server, ({ signIn }) => signIn('credentials'))
    expect(said.at(-2)).toContain('csrfToken=undefined')
  })

  it('signs out, tells the other tabs, and goes where the server says', async () => {
    const { seen: said } = await equal({}, SIGNED_IN, ({ signOut }) => signOut(`${ORIGIN}/en-gb/`))
    expect(said.slice(2)).toEqual([
      'GET /api/auth/csrf (application/json)',
      'POST /api/auth/signout (application/x-www-form-urlencoded) ' +
        `csrfToken=c0ffee&callbackUrl=${encodeURIComponent(`${ORIGIN}/en-gb/`)}&json=true`,
      'tell nextauth.message {"event":"session","data":{"trigger":"signout"},"timestamp":1795235400}',
      `go ${ORIGIN}/en-gb/`,
    ])
  })

  it("follows a provider's own sign-out", async () => {
    const url = 'https://club.example/end?id_token_hint=x'
    const { seen: said } = await equal({}, { ...SIGNED_IN, signout: { body: { url } } }, ({ signOut }) =>
      signOut(),
    )
    expect(said.at(-1)).toBe(`go ${url}`)
  })

  it('gives the providers, and null when there are none', async () => {
    vi.stubGlobal('fetch', fakeFetch)
    for (const providers of [{ body: PROVIDERS }, { body: {} }, { status: 500, body: {} }]) {
      world.answers = { ...SIGNED_IN, providers }
      expect(await fetchProviders()).toEqual(await getProviders())
    }
  })
})

describe('not as next-auth does it', () => {
  it('takes an answer without an address as a failure, where next-auth throws', async () => {
    const body = { succeeded: false, error: { errorCode: 'UNAVAILABLE', errorMessage: '' } }
    const server = { ...SIGNED_OUT, 'callback/credentials': { status: 503, body } }
    const trying = (person: Person) => enter(person).catch(() => 'thrown')
    const { expected, ours } = await compared({}, server, trying)
    expect(expected.result).toBe('thrown')
    expect(ours.result).toEqual({ error: 'UNAVAILABLE', status: 503, ok: false, url: null })
    expect(ours.seen).toEqual(expected.seen)
  })
})
