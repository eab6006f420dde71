// The browser of somebody who signs in, for the tests of the session's client.
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { forgetCsrfToken } from '../api/client/csrf'
import { learnServerNow } from '../api/clock'
import type { Farewell } from '../auth/session'
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

/** What the server answers with this session, and the session afterwards. */
export function answerTo(url: string, session: unknown): { body: unknown; session: unknown } {
  if (url.endsWith('/session')) return { body: session, session }
  if (url.endsWith('/csrf')) return { body: { csrfToken: 'c' }, session }
  if (url.endsWith('/providers')) {
    return { body: { credentials: { id: 'credentials', type: 'credentials' } }, session }
  }
  if (url.endsWith('/callback/credentials')) return { body: { url: HOME }, session: person('7') }
  if (url.endsWith('/signout')) return { body: { url: HOME }, session: {} }
  return { body: {}, session }
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
    leave: (why: Farewell, url) => notes.push(`leave ${why} ${url ?? 'home'}`),
  }
  return { notes, options }
}

beforeEach(() => {
  forgetCsrfToken()
  learnServerNow(new Date().toISOString())
})
afterEach(() => {
  stop()
})
