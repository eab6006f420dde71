// RULES 10.6
// What the parity tests do not cover: numbers, answers out of order, refused sign-ins and lost networks.
import { describe, expect, it, vi } from 'vitest'
import { answerTo, HOME, person, server, settled, started } from '../test/session-client'
import type { SignOutReason } from './session'
import { signInHere } from './sign-in'

describe('the session', () => {
  it('reads numbers without leading zeros', async () => {
    server.session = person('007')
    const client = started()
    await settled(client, 'authenticated')
    expect(client.getState().data).toMatchObject({ uaid: '7', role: 1, token: 't' })
  })

  it('takes words that are no JSON for nothing', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    const before = server.calls.length
    window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue: '{' }))
    expect(server.calls.length).toBe(before)
  })

  it('keeps only the answer to the latest question', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    const answers: ((value: Response) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
    const slow = client.refetch()
    const fast = client.refetch()
    answers[1]?.(new Response('{}'))
    await fast
    answers[0]?.(new Response(JSON.stringify(person('7'))))
    await slow
    expect(client.getState().status).toBe('unauthenticated')
  })

  it('is asked for again by a page that comes back from the memory of the browser', async () => {
    server.session = person('7')
    const client = started()
    await settled(client, 'authenticated')
    server.session = {}
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await settled(client, 'unauthenticated')
  })

  it('two words of one second are two events for the other tabs', async () => {
    const removed = vi.spyOn(Storage.prototype, 'removeItem')
    const set = vi.spyOn(Storage.prototype, 'setItem')
    const client = started()
    await settled(client, 'unauthenticated')
    await signInHere(client, { email: 'sam@example.com', password: 'x' }, HOME)
    await client.signOut(HOME)
    const words = set.mock.calls.filter(([key]) => key === 'nextauth.message')
    expect(words).toHaveLength(3)
    expect(removed.mock.calls.filter(([key]) => key === 'nextauth.message')).toHaveLength(3)
    expect(JSON.parse(words[2]?.[1] ?? '')).toEqual({
      event: 'session',
      data: { trigger: 'signout' },
      timestamp: expect.any(Number) as number,
    })
  })
})

describe('signing in', () => {
  it('keeps the token of the form for the next write', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    expect(await signInHere(client, { email: 'sam@example.com', password: 'x' }, HOME)).toEqual({
      ok: true,
      error: null,
      status: 200,
      url: HOME,
    })
    expect(client.getState().status).toBe('authenticated')
  })

  it('without a network is a result', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    vi.stubGlobal('fetch', (url: string) =>
      url.endsWith('/callback/credentials')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(new Response(JSON.stringify(answerTo(url)))),
    )
    expect(await signInHere(client, {}, HOME)).toMatchObject({ ok: false, error: 'ERR_NETWORK' })
  })

  it('whose session cannot be fetched was not reached', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    vi.stubGlobal('fetch', (url: string) =>
      url.endsWith('/session')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(new Response(JSON.stringify(answerTo(url)))),
    )
    expect(await signInHere(client, {}, HOME)).toMatchObject({ ok: false, error: 'ERR_NETWORK', url: null })
  })

  it('that leaves nobody signed in is a page that is out of date', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    vi.stubGlobal('fetch', (url: string) => {
      const body = url.endsWith('/callback/credentials') ? { url: `${HOME}login?csrf=true` } : answerTo(url)
      return Promise.resolve(new Response(JSON.stringify(body)))
    })
    expect(await signInHere(client, {}, HOME)).toMatchObject({ ok: false, error: 'CSRF', url: null })
  })
})

describe('without a network', () => {
  it('nobody knows who is signed in, until there is one', async () => {
    server.reachable = false
    const client = started()
    await settled(client, 'unauthenticated')
    expect(client.isUnsure()).toBe(true)
    server.reachable = true
    server.session = person('7')
    window.dispatchEvent(new Event('online'))
    await settled(client, 'authenticated')
    expect(client.isUnsure()).toBe(false)
  })

  it('those who listen hear that nobody is signed in, though the state is the same', async () => {
    server.reachable = false
    const client = started()
    await settled(client, 'unauthenticated')
    const heard = vi.fn()
    client.subscribe(heard)
    server.reachable = true
    await client.refetch()
    expect(client.isUnsure()).toBe(false)
    expect(heard).toHaveBeenCalled()
  })

  it('a known session stays', async () => {
    server.session = person('7')
    const client = started()
    await settled(client, 'authenticated')
    server.reachable = false
    await client.refetch()
    expect(client.getState().status).toBe('authenticated')
  })

  it('the purge is told why', async () => {
    const why: SignOutReason[] = []
    server.session = person('7')
    const client = started({ purge: (_, reason) => void why.push(reason), leave: () => undefined })
    await settled(client, 'authenticated')
    server.reachable = false
    await client.end('over', HOME)
    expect(why).toEqual(['over'])
  })
})
