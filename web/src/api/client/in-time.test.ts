import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentFetch } from '../../test/silent-fetch'
import { fetchContentItem } from '../content'
import { api } from './client'
import { forgetCsrfToken, rememberCsrfToken } from './csrf'
import { inTime } from './in-time'
import { isOnline } from './network'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', silentFetch)
})
afterEach(() => {
  window.dispatchEvent(new Event('online'))
  forgetCsrfToken()
  vi.useRealTimers()
})

const picture = new Blob(['jpeg'], { type: 'image/jpeg' })

it.each([
  ['a read', 30, () => api.get('event/config')],
  ['a read of content', 30, () => fetchContentItem('library', 'item')],
  ['a write', 30, () => api.post('auth/passkeys/options', {})],
  ['a read with a limit of its own', 6, () => api.get('event/config', { withinMs: 6_000 })],
  ['an upload', 600, () => api.upload('user/card/photo', picture)],
])('%s without an answer fails after %i s, and the page is offline', async (_, seconds, send) => {
  rememberCsrfToken('token')
  const failed = expect(send()).rejects.toMatchObject({ errorCode: 'ECONNABORTED', status: 0 })
  const early = vi.fn()
  void failed.then(early)
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
  expect([early.mock.calls.length, isOnline()]).toEqual([0, true])
  // And the health check's own five seconds.
  await vi.advanceTimersByTimeAsync(5001)
  await failed
  expect(isOnline()).toBe(false)
})

it('a token that does not come is asked for again by the next write', async () => {
  const failed = expect(api.post('auth/passkeys/options', {})).rejects.toMatchObject({ status: 0 })
  await vi.advanceTimersByTimeAsync(35_000)
  await failed
  const fetched = vi.fn(silentFetch)
  vi.stubGlobal('fetch', fetched)
  void api.post('auth/passkeys/options', {}).catch(() => undefined)
  expect(String(fetched.mock.calls[0]?.[0])).toBe('/api/auth/csrf')
})

it('an answer that has begun may take its time', async () => {
  let end = (_: string) => {}
  const text = () => new Promise<string>((resolve) => (end = resolve))
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, status: 200, statusText: '', text }))
  const got = api.text('user/card', 'image/svg+xml')
  await vi.advanceTimersByTimeAsync(120_000)
  end('<svg/>')
  expect(await got).toBe('<svg/>')
})

it('is stopped by the signal of its caller, before and while it is sent', async () => {
  const caller = new AbortController()
  const sent = inTime((signal) => fetch('/', { signal }), { signal: caller.signal })
  caller.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  await inTime(
    (signal) => {
      expect(signal.aborted).toBe(true)
      return Promise.resolve()
    },
    { signal: caller.signal },
  )
})
