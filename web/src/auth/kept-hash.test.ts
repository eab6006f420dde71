// RULES 15.7
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCsrfToken } from '../api/client/csrf'
import { paths } from '../paths'
import { keepHash, restoreHash } from './kept-hash'
import { go, signInAddress } from './protocol'
import { SessionClient } from './session-client'
import { enter, signInHere, signInWith } from './sign-in'

vi.mock('./protocol', async (original) => ({
  ...(await original<typeof import('./protocol')>()),
  go: vi.fn(),
}))

const SECRET = '0123456789abcdefghijkl'
const { origin } = window.location
const PAGE = origin + paths.crewInvitation()
const CREW = origin + paths.crewInvitation(SECRET)
const PROVIDER = 'https://club.example/authorise'

/** What the server was sent: addresses and bodies. */
let sent: string[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    sent.push(`${url} ${String(body ?? '')}`)
    const providers = { club: { id: 'club', type: 'oauth' }, own: { id: 'own', type: 'credentials' } }
    if (url.endsWith('/providers')) return Promise.resolve(Response.json(providers))
    if (url.endsWith('/csrf')) return Promise.resolve(Response.json({ csrfToken: 'c0ffee' }))
    if (url.endsWith('/signin/club')) return Promise.resolve(Response.json({ url: PROVIDER }))
    return Promise.resolve(Response.json({ url: PAGE }))
  })
  forgetCsrfToken()
})
afterEach(() => {
  sessionStorage.clear()
  window.history.replaceState(null, '', '/en-gb/')
})

/** The page that the tab loads next, as `main.tsx` finds it. */
function load(address: string): string {
  window.history.replaceState({ key: 'entry' }, '', address)
  restoreHash()
  expect(window.history.state).toEqual({ key: 'entry' })
  return window.location.href
}

describe('the hash of the page that a sign-in leads back to', () => {
  it.each([
    ['by password', (client: SessionClient) => signInHere(client, { email: 'sam@example.com' }, CREW)],
    ['by passkey', (client: SessionClient) => enter(client, 'passkeys/sign-in', {}, CREW)],
    [
      'by password, with a redirect',
      (client: SessionClient) => signInWith(client, 'own', {}, { callbackUrl: CREW }),
    ],
    ['elsewhere', (client: SessionClient) => signInWith(client, 'club', {}, { callbackUrl: CREW })],
    [
      'nobody knows where',
      (client: SessionClient) => signInWith(client, 'nobody', {}, { callbackUrl: CREW }),
    ],
  ])('is not sent by a sign-in %s', async (_, signIn) => {
    await signIn(new SessionClient())
    expect(sent.length).toBeGreaterThan(0)
    expect([...sent, ...vi.mocked(go).mock.calls.flat()].join('\n')).not.toContain(SECRET)
  })

  it('is not sent from the page that is open either', async () => {
    window.history.replaceState(null, '', CREW)
    await signInWith(new SessionClient(), 'club')
    expect(vi.mocked(go)).toHaveBeenCalledWith(PROVIDER)
    expect(sent.join('\n')).toContain(encodeURIComponent(PAGE))
    expect(sent.join('\n')).not.toContain(SECRET)
    expect(load(PAGE)).toBe(CREW)
  })

  it('is there again once the provider leads back', async () => {
    await signInWith(new SessionClient(), 'club', {}, { callbackUrl: CREW })
    expect(load(PAGE)).toBe(CREW)
  })

  it('is there again on the sign-in page once the provider has refused', async () => {
    await signInWith(new SessionClient(), 'club', {}, { callbackUrl: CREW })
    const signIn = origin + paths.login({ callbackUrl: PAGE, error: 'OAuthCallback' })
    expect(load(signIn)).toBe(`${signIn}#callbackUrl=${encodeURIComponent(CREW)}`)
  })

  it('is given to no other page, to none that has one, and once', () => {
    keepHash(CREW)
    expect(load(`${origin}/en-gb/faq`)).toBe(`${origin}/en-gb/faq`)
    expect(load(PAGE)).toBe(PAGE)
    keepHash(CREW)
    expect(load(`${PAGE}#another`)).toBe(`${PAGE}#another`)
    keepHash(CREW)
    expect(load(PAGE)).toBe(CREW)
    expect(load(PAGE)).toBe(PAGE)
  })

  it('stays behind the # on the way to the sign-in page', () => {
    const { pathname, search, hash } = new URL(signInAddress(CREW), origin)
    expect(pathname + search).toBe(
      `/api/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(PAGE)}`,
    )
    expect(new URLSearchParams(hash.slice(1)).get('callbackUrl')).toBe(CREW)
    expect(new URL(signInAddress(PAGE), origin).hash).toBe('')
  })
})
