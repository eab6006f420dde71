import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCsrfToken } from '../api/csrf'
import { SessionClient, type SessionClientOptions } from './session-client'

const person = (uaid: string) => ({
  user: { name: 'Sam', email: 'sam@example.com' },
  expires: '2026-11-21T05:00:00.000Z',
  uaid,
  role: 1,
  token: 't',
  stamp: 1,
})

let session: unknown = {}
let reachable = true
const calls: string[] = []

const server = (url: string): unknown => {
  if (url.endsWith('/session')) return session
  if (url.endsWith('/csrf')) return { csrfToken: 'c' }
  if (url.endsWith('/callback/credentials')) {
    session = person('7')
    return { url: 'http://localhost:8080/en-gb/' }
  }
  if (url.endsWith('/signout')) {
    session = {}
    return { url: 'http://localhost:8080/en-gb/' }
  }
  return {}
}

let stop = () => {}
const started = (options: SessionClientOptions = {}) => {
  const client = new SessionClient(options)
  stop = client.start()
  return client
}

const otherTab = (newValue: string) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue }))

const settled = (client: SessionClient, status: string) =>
  vi.waitFor(() => expect(client.getState().status).toBe(status))

beforeEach(() => {
  session = {}
  reachable = true
  calls.length = 0
  forgetCsrfToken()
  vi.stubGlobal('fetch', (url: string) => {
    calls.push(url)
    if (!reachable) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response(JSON.stringify(server(url))))
  })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

describe('the session', () => {
  it('is loading until the first fetch ends, then says which', async () => {
    const client = started()
    expect(client.getState()).toEqual({ status: 'loading', data: undefined })
    await settled(client, 'unauthenticated')
    expect(client.getState().data).toBeNull()
    session = person('007')
    await client.refetch()
    expect(client.getState()).toMatchObject({
      status: 'authenticated',
      data: { uaid: '7', role: 1, stamp: 1 },
    })
  })

  it('is unauthenticated when the first question fails, and says so in the log', async () => {
    reachable = false
    const client = started()
    await settled(client, 'unauthenticated')
    expect(calls).toContain('/api/auth/_log')
  })

  it('outlives a question that failed', async () => {
    session = person('7')
    const client = started()
    await settled(client, 'authenticated')
    reachable = false
    await client.refetch()
    expect(client.getState().status).toBe('authenticated')
  })

  it('asks again when the tab comes back and on word from another tab', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    session = person('7')
    document.dispatchEvent(new Event('visibilitychange'))
    await settled(client, 'authenticated')
    session = {}
    otherTab(JSON.stringify({ event: 'session', data: { trigger: 'signout' }, timestamp: 1 }))
    await settled(client, 'unauthenticated')
  })

  it('does not mind words that are not ours', async () => {
    const client = started()
    await settled(client, 'unauthenticated')
    const before = calls.length
    otherTab('{')
    otherTab('{"event":"other"}')
    expect(calls.length).toBe(before)
  })

  it('polls only somebody who is signed in', async () => {
    vi.useFakeTimers()
    const client = started({ refetchInterval: 60 })
    await vi.advanceTimersByTimeAsync(0)
    expect(client.getState().status).toBe('unauthenticated')
    const before = calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls.length).toBe(before)
    session = person('7')
    await client.refetch()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls.length).toBe(before + 2)
    vi.useRealTimers()
  })

  it('signs in, tells the other tabs twice in one second, and signs out with everything purged', async () => {
    const onCleared = vi.fn()
    const client = started({ onCleared })
    await settled(client, 'unauthenticated')
    const result = await client.signIn({ emailAddress: 'sam@example.com', password: 'x' })
    expect(result).toEqual({ ok: true, error: null, status: 200, url: 'http://localhost:8080/en-gb/' })
    expect(client.getState().status).toBe('authenticated')
    const first = localStorage.getItem('nextauth.message')
    expect(await client.signOut('http://localhost:8080/en-gb/')).toBe('http://localhost:8080/en-gb/')
    expect(client.getState().status).toBe('unauthenticated')
    expect(onCleared).toHaveBeenCalledOnce()
    expect(localStorage.getItem('nextauth.message')).not.toBe(first)
    expect(JSON.parse(localStorage.getItem('nextauth.message') ?? '')).toMatchObject({
      event: 'session',
      data: { trigger: 'signout' },
    })
  })

  it('purges what belonged to somebody else', async () => {
    const onCleared = vi.fn()
    session = person('7')
    const client = started({ onCleared })
    await settled(client, 'authenticated')
    session = person('8')
    await client.refetch()
    expect(onCleared).toHaveBeenCalledOnce()
    expect(client.getState().data?.uaid).toBe('8')
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
})
