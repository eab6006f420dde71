// RULES 10.6
import { waitFor } from '@testing-library/react'
// What the parity tests do not cover: other tabs, other people, purges and answers out of order.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { learnServerNow } from '../api/clock'
import { forgetCsrfToken } from '../api/client/csrf'
import { SESSION_MS } from './lifetime'
import type { Farewell } from './session'
import { SessionClient, type SessionClientOptions } from './session-client'

const HOME = 'http://localhost:8080/en-gb/'
const person = (uaid: string, stamp = Date.now()) => ({
  user: { name: 'Sam', email: 'sam@example.com' },
  expires: '2026-11-21T05:00:00.000Z',
  uaid,
  role: 1,
  token: 't',
  stamp,
})

let session: unknown = {}
let reachable = true
let calls: string[] = []

const server = (url: string): unknown => {
  if (url.endsWith('/session')) return session
  if (url.endsWith('/csrf')) return { csrfToken: 'c' }
  if (url.endsWith('/providers')) return { credentials: { id: 'credentials', type: 'credentials' } }
  if (url.endsWith('/callback/credentials')) {
    session = person('7')
    return { url: HOME }
  }
  if (url.endsWith('/signout')) {
    session = {}
    return { url: HOME }
  }
  return {}
}

let stop = () => {}
const started = (options: SessionClientOptions = {}) => {
  const client = new SessionClient(options)
  stop = client.start()
  return client
}

const otherTab = (trigger: string) =>
  window.dispatchEvent(
    new StorageEvent('storage', {
      key: 'nextauth.message',
      newValue: JSON.stringify({ event: 'session', data: { trigger }, timestamp: 1 }),
    }),
  )

const settled = (client: SessionClient, status: string) =>
  waitFor(() => expect(client.getState().status).toBe(status))

beforeEach(() => {
  session = {}
  reachable = true
  calls = []
  forgetCsrfToken()
  learnServerNow(new Date().toISOString())
  vi.stubGlobal('fetch', (url: string) => {
    calls.push(url)
    if (!reachable) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response(JSON.stringify(server(url))))
  })
})
afterEach(() => {
  stop()
})

/** Records what happens, in order, with the status at that moment. */
function noted() {
  const notes: string[] = []
  const options: SessionClientOptions = {
    purge: async (everywhere) => {
      notes.push(everywhere ? 'purge' : 'reset')
      await Promise.resolve()
    },
    leave: (why: Farewell, url) => notes.push(`leave ${why} ${url ?? 'home'}`),
  }
  return { notes, options }
}

describe('the session', () => {
  it('reads numbers without leading zeros', async () => {
    session = person('007')
    const client = started()
    await settled(client, 'authenticated')
    expect(client.getState().data).toMatchObject({ uaid: '7', role: 1, token: 't' })
  })

  it('takes words that are no JSON for nothing', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    const before = calls.length
    window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue: '{' }))
    expect(calls.length).toBe(before)
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
    session = person('7')
    const client = started()
    await settled(client, 'authenticated')
    session = {}
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await settled(client, 'unauthenticated')
  })

  it('two words of one second are two events for the other tabs', async () => {
    const removed = vi.spyOn(Storage.prototype, 'removeItem')
    const set = vi.spyOn(Storage.prototype, 'setItem')
    const client = started()
    await settled(client, 'unauthenticated')
    await client.signInHere({ email: 'sam@example.com', password: 'x' }, HOME)
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
    expect(await client.signInHere({ email: 'sam@example.com', password: 'x' }, HOME)).toEqual({
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
        : Promise.resolve(new Response(JSON.stringify(server(url)))),
    )
    expect(await client.signInHere({}, HOME)).toMatchObject({ ok: false, error: 'ERR_NETWORK' })
  })

  it('that leaves nobody signed in is a page that is out of date', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    vi.stubGlobal('fetch', (url: string) => {
      const body = url.endsWith('/callback/credentials') ? { url: `${HOME}login?csrf=true` } : server(url)
      return Promise.resolve(new Response(JSON.stringify(body)))
    })
    expect(await client.signInHere({}, HOME)).toMatchObject({ ok: false, error: 'CSRF', url: null })
  })
})

describe('when somebody is gone', () => {
  it('everything is purged before the other tabs hear and the page is left', async () => {
    const { notes, options } = noted()
    session = person('7')
    const client = started(options)
    await settled(client, 'authenticated')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => notes.push('tell'))
    await client.signOut(HOME)
    expect(notes).toEqual(['purge', 'tell', `leave signedOut ${HOME}`])
    // During sign-out no page may redirect to the sign-in page.
    expect(client.getState()).toEqual({ status: 'loading', data: undefined })
  })

  it('an answer that comes on the way out changes nothing, and a page that is come back to is told', async () => {
    const { notes, options } = noted()
    session = person('7')
    const client = started(options)
    await settled(client, 'authenticated')
    session = {}
    await client.refetch()
    await client.refetch()
    expect(client.getState().status).toBe('loading')
    expect(notes).toEqual(['purge', 'leave ended home'])
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await settled(client, 'unauthenticated')
  })

  it('nothing happens when the server was not reached', async () => {
    const { notes, options } = noted()
    session = person('7')
    const client = started(options)
    await settled(client, 'authenticated')
    reachable = false
    await expect(client.signOut(HOME)).rejects.toThrow('Failed to fetch')
    expect(notes).toEqual([])
    expect(client.getState().status).toBe('authenticated')
  })

  it('an end is an end, reached or not', async () => {
    const { notes, options } = noted()
    session = person('7')
    const client = started(options)
    await settled(client, 'authenticated')
    reachable = false
    await client.end('over', HOME)
    expect(notes).toEqual(['purge', 'leave over home'])
  })

  it('an end leads to the sign-out of the provider that the server has named', async () => {
    const { notes, options } = noted()
    session = person('7')
    const client = started(options)
    await settled(client, 'authenticated')
    await client.end('everywhere', HOME, 'https://club.example/end')
    expect(notes).toEqual(['purge', 'leave everywhere https://club.example/end'])
  })

  it.each([
    ['signout', 'elsewhere'],
    ['getSession', 'ended'],
  ])('by word %s from another tab, it is %s', async (trigger, why) => {
    const { notes, options } = noted()
    session = person('7')
    const client = started(options)
    await settled(client, 'authenticated')
    session = {}
    otherTab(trigger)
    await waitFor(() => expect(notes).toEqual(['purge', `leave ${why} home`]))
  })

  it('a session that the server ended leads home', async () => {
    const { notes, options } = noted()
    session = person('7')
    const client = started(options)
    await settled(client, 'authenticated')
    session = {}
    await client.refetch()
    expect(notes).toEqual(['purge', 'leave ended home'])
  })

  it('one that was over by its age says so', async () => {
    const { notes, options } = noted()
    session = person('7', Date.now() - SESSION_MS)
    const client = started(options)
    await settled(client, 'authenticated')
    session = {}
    await client.refetch()
    expect(notes).toEqual(['purge', 'leave over home'])
  })

  it('nothing of theirs is there when the next one signs in in another tab, whose storage is left alone', async () => {
    const { notes, options } = noted()
    session = person('7')
    const client = started(options)
    await settled(client, 'authenticated')
    session = person('8')
    otherTab('getSession')
    await waitFor(() => expect(notes).toEqual(['reset', 'leave replaced home']))
    expect(client.getState().data).toBeUndefined()
  })

  it('the tab where the next one signs in purges the storage', async () => {
    const { notes, options } = noted()
    session = person('6')
    const client = started(options)
    await settled(client, 'authenticated')
    const result = await client.signInHere({ email: 'sam@example.com', password: 'x' }, HOME)
    expect(notes).toEqual(['purge', 'leave replaced home'])
    expect(result).toMatchObject({ ok: true, error: null })
  })
})

describe('on a page that stays', () => {
  const lost = async (options: SessionClientOptions) => {
    session = person('7')
    const client = started({ stays: () => Promise.resolve(true), ...options })
    await settled(client, 'authenticated')
    session = {}
    return client
  }

  it('a session that has ended is lost, and nothing is purged', async () => {
    const { notes, options } = noted()
    const client = await lost(options)
    await client.refetch()
    expect(client.getState()).toMatchObject({ status: 'authenticated', lost: true, data: { uaid: '7' } })
    await client.end('over', HOME)
    expect(client.getState().lost).toBe(true)
    expect(notes).toEqual([])
  })

  it('refused calls check once, wait for the same person, and go on', async () => {
    const { notes, options } = noted()
    const client = await lost(options)
    const before = calls.length
    const waiting = Promise.all([client.regain(), client.regain()])
    await waitFor(() => expect(client.getState().lost).toBe(true))
    expect(calls.length).toBe(before + 1)
    expect(await client.signInHere({ email: 'sam@example.com', password: 'x' }, HOME)).toMatchObject({
      ok: true,
    })
    expect(await waiting).toEqual([true, true])
    expect(client.getState().lost).toBeUndefined()
    expect(notes).toEqual([])
  })

  it('a call that was refused for another reason does not wait', async () => {
    const client = await lost({})
    session = person('7')
    expect(await client.regain()).toBe(false)
    expect(client.getState().lost).toBeUndefined()
  })

  it('the same person may come back in another tab', async () => {
    const { notes, options } = noted()
    const client = await lost(options)
    const waiting = client.regain()
    await waitFor(() => expect(client.getState().lost).toBe(true))
    session = person('7')
    otherTab('getSession')
    expect(await waiting).toBe(true)
    expect(notes).toEqual([])
  })

  it.each([
    ['somebody else signs in', person('8'), 'getSession', ['reset', 'leave replaced home']],
    ['they sign out', {}, 'signout', ['purge', 'leave elsewhere home']],
  ])('when in another tab %s, it is left and nothing is sent', async (_, then, trigger, end) => {
    const { notes, options } = noted()
    const client = await lost(options)
    const waiting = client.regain()
    await waitFor(() => expect(client.getState().lost).toBe(true))
    session = then
    otherTab(trigger)
    expect(await waiting).toBe(false)
    await waitFor(() => expect(notes).toEqual(end))
    expect(client.getState().data).toBeUndefined()
  })

  it('a sign-in that leaves nobody signed in is not taken for one', async () => {
    const client = await lost({})
    await client.refetch()
    vi.stubGlobal('fetch', (url: string) => {
      const body = url.endsWith('/callback/credentials') ? { url: `${HOME}login?csrf=true` } : server(url)
      return Promise.resolve(new Response(JSON.stringify(body)))
    })
    expect(await client.signInHere({}, HOME)).toMatchObject({ ok: false, error: 'CSRF' })
    expect(client.getState().lost).toBe(true)
  })

  it('a session that is there again while it was decided is not lost', async () => {
    let decide = (_: boolean) => {}
    const client = await lost({ stays: () => new Promise((resolve) => (decide = resolve)) })
    const asked = client.refetch()
    await waitFor(() => expect(calls.at(-1)).toMatch(/session$/))
    await new Promise((resolve) => setTimeout(resolve, 20))
    session = person('7')
    await client.refetch()
    decide(true)
    await asked
    expect(client.getState().lost).toBeUndefined()
  })
})

describe('without a network', () => {
  it('nobody knows who is signed in, until there is one', async () => {
    reachable = false
    const client = started()
    await settled(client, 'unauthenticated')
    expect(client.isUnsure()).toBe(true)
    reachable = true
    session = person('7')
    window.dispatchEvent(new Event('online'))
    await settled(client, 'authenticated')
    expect(client.isUnsure()).toBe(false)
  })

  it('those who listen hear that nobody is signed in, though the state is the same', async () => {
    reachable = false
    const client = started()
    await settled(client, 'unauthenticated')
    const heard = vi.fn()
    client.subscribe(heard)
    reachable = true
    await client.refetch()
    expect(client.isUnsure()).toBe(false)
    expect(heard).toHaveBeenCalled()
  })

  it('a known session stays', async () => {
    session = person('7')
    const client = started()
    await settled(client, 'authenticated')
    reachable = false
    await client.refetch()
    expect(client.getState().status).toBe('authenticated')
  })

  it('the purge is told why', async () => {
    const why: Farewell[] = []
    session = person('7')
    const client = started({ purge: (_, reason) => void why.push(reason), leave: () => undefined })
    await settled(client, 'authenticated')
    reachable = false
    await client.end('over', HOME)
    expect(why).toEqual(['over'])
  })
})
