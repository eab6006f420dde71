// The browser of somebody who signs in, for the tests of the session's client.
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { forgetCsrfToken } from '../api/client/csrf'
import { learnServerNow } from '../api/clock'
import type { SignOutReason } from '../auth/session'
import { SessionClient, type SessionClientOptions } from '../auth/session-client'

export const HOME = 'http://localhost:8080/en-gb/'
export const person = (uaid: string, stamp = Date.now()) => ({
  user: { name: 'Sam', email: 'sam@example.com' },
  expires: '2026-11-21T05:00:00.000Z',
  uaid,
  role: 1,
  token: 't',
  stamp,
})

/** The server: its session, whether it can be reached, and the addresses it was asked for. */
export const server = { session: {} as unknown, reachable: true, calls: [] as string[] }

/** What the server answers; signing in and out change its session. */
export function answerTo(url: string): unknown {
  if (url.endsWith('/session')) return server.session
  if (url.endsWith('/csrf')) return { csrfToken: 'c' }
  if (url.endsWith('/providers')) return { credentials: { id: 'credentials', type: 'credentials' } }
  if (url.endsWith('/callback/credentials')) {
    server.session = person('7')
    return { url: HOME }
  }
  if (url.endsWith('/signout')) {
    server.session = {}
    return { url: HOME }
  }
  return {}
}

let stop = () => {}
export const started = (options: SessionClientOptions = {}) => {
  const client = new SessionClient(options)
  stop = client.start()
  return client
}

export const otherTab = (trigger: string) =>
  window.dispatchEvent(
    new StorageEvent('storage', {
      key: 'nextauth.message',
      newValue: JSON.stringify({ event: 'session', data: { trigger }, timestamp: 1 }),
    }),
  )

export const settled = (client: SessionClient, status: string) =>
  waitFor(() => expect(client.getState().status).toBe(status))

/** Records what happens, in order. */
export function noted() {
  const notes: string[] = []
  const options: SessionClientOptions = {
    purge: async (everywhere) => {
      notes.push(everywhere ? 'purge' : 'reset')
      await Promise.resolve()
    },
    leave: (why: SignOutReason, url) => notes.push(`leave ${why} ${url ?? 'home'}`),
  }
  return { notes, options }
}

beforeEach(() => {
  Object.assign(server, { session: {}, reachable: true, calls: [] })
  vi.stubGlobal('fetch', (url: string) => {
    server.calls.push(url)
    if (!server.reachable) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(new Response(JSON.stringify(answerTo(url))))
  })
  forgetCsrfToken()
  learnServerNow(new Date().toISOString())
})
afterEach(() => {
  stop()
  // A health check that is still to come would be one of the next test's calls.
  window.dispatchEvent(new Event('online'))
})
