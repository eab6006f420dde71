import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenUnauthorised } from '../../api/client/client'
import { forgetCsrfToken, rememberCsrfToken } from '../../api/client/csrf'
import { silentFetch } from '../../test/silent-fetch'
import { sendSync } from './send-sync'
import type { SyncItem } from './types'

const item: SyncItem = {
  method: 'POST',
  path: '/api/event/admin/test',
  key: '0199-key',
  body: { uaid: '10000001' },
  recordedAt: 1,
  device: 'tablet',
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

beforeEach(() => rememberCsrfToken('token'))

afterEach(() => {
  forgetCsrfToken()
  whenUnauthorised(null)
})

describe('a batch', () => {
  it('goes out as the server takes it, and comes back as it is', async () => {
    const answer = { succeeded: true, data: [] }
    const fetched = vi.spyOn(window, 'fetch').mockResolvedValue(json(200, answer))
    expect(await sendSync([item])).toEqual({ status: 200, retryAfterS: null, body: answer })
    const [address, init] = fetched.mock.calls[0] ?? []
    expect(String(address)).toMatch(/^\/api\/event\/admin\/sync\?iv=\d+$/)
    expect(JSON.parse(String(init?.body))).toEqual({ items: [item] })
    expect(init?.headers).toMatchObject({ 'x-csrf-token': 'token', 'content-type': 'application/json' })
  })

  it('that nobody may send any more does not end the page', async () => {
    const ended = vi.fn()
    whenUnauthorised(ended)
    vi.spyOn(window, 'fetch').mockResolvedValue(json(401, { succeeded: false }))
    expect(await sendSync([item])).toMatchObject({ status: 401 })
    expect(ended).not.toHaveBeenCalled()
  })

  it('asks for a new token once', async () => {
    const refused = { succeeded: false, error: { errorCode: 'CSRF_INVALID' } }
    const fetched = vi.spyOn(window, 'fetch').mockImplementation((address) => {
      if (String(address).includes('csrf')) return Promise.resolve(json(200, { csrfToken: 'fresh' }))
      return Promise.resolve(json(403, refused))
    })
    expect(await sendSync([item])).toMatchObject({ status: 403, body: refused })
    expect(fetched.mock.calls.map(([address]) => String(address).split('?')[0])).toEqual([
      '/api/event/admin/sync',
      '/api/auth/csrf',
      '/api/event/admin/sync',
    ])
  })

  it.each([
    ['12', 12],
    ['soon', null],
  ])('says how long to wait: %s', async (header, seconds) => {
    vi.spyOn(window, 'fetch').mockResolvedValue(json(429, {}, { 'retry-after': header }))
    expect((await sendSync([item])).retryAfterS).toBe(seconds)
  })

  it('that cannot be read has no body', async () => {
    vi.spyOn(window, 'fetch').mockResolvedValue(new Response('<html>Welcome to the hotel</html>'))
    expect(await sendSync([item])).toEqual({ status: 200, retryAfterS: null, body: null })
  })

  it('without an answer is given up, even when it is the token that does not come', async () => {
    vi.useFakeTimers()
    forgetCsrfToken()
    const fetched = vi.spyOn(window, 'fetch').mockImplementation(silentFetch)
    const sent = sendSync([item])
    const failed = expect(sent).rejects.toMatchObject({ name: 'TimeoutError' })
    await vi.advanceTimersByTimeAsync(30_000)
    await failed
    void sendSync([item]).catch(() => undefined)
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})
