import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, call, whenUnauthorised } from './client'
import { forgetCsrfToken, rememberCsrfToken } from './csrf'
import { normaliseUaid } from './uaid'
import { whenMustWait } from './waiting-room'
import uaids from '../../../../tests/vectors/uaids.json'

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const good = (data: unknown) => json({ succeeded: true, data, error: null })
const bad = (errorCode: string, status: number) =>
  json({ succeeded: false, data: null, error: { errorCode, errorMessage: 'No.' } }, status)

const fetched = vi.fn<typeof fetch>()
const request = (at: number) => {
  const [url, init] = fetched.mock.calls[at] ?? []
  return { url: new URL(String(url), 'http://localhost'), headers: new Headers(init?.headers), init }
}

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  forgetCsrfToken()
})
afterEach(() => {
  whenUnauthorised(null)
  whenMustWait(null)
})

describe('a call', () => {
  it('goes to /api with the timestamp iv and gives the data', async () => {
    fetched.mockResolvedValueOnce(good({ uaid: '007' }))
    expect(await api.get('user/leaderboard', { query: { top: 1, season: null } })).toEqual({ uaid: '7' })
    const { url, headers } = request(0)
    expect(url.pathname).toBe('/api/user/leaderboard')
    expect(url.searchParams.get('top')).toBe('1')
    expect(url.searchParams.has('season')).toBe(false)
    expect(Number(url.searchParams.get('iv'))).toBeGreaterThan(0)
    expect(headers.has('x-csrf-token')).toBe(false)
  })

  it('leads to the waiting room when the server says so', async () => {
    const leave = vi.fn(() => Promise.resolve())
    whenMustWait(leave)
    fetched.mockResolvedValueOnce(bad('UNAVAILABLE', 503)).mockResolvedValueOnce(bad('WAITING_ROOM', 503))
    await expect(api.get('event/config')).rejects.toMatchObject({ errorCode: 'UNAVAILABLE' })
    expect(leave).not.toHaveBeenCalled()
    await expect(api.get('event/config')).rejects.toMatchObject({ errorCode: 'WAITING_ROOM', status: 503 })
    expect(leave).toHaveBeenCalledOnce()
  })

  it('gives the text of what is no JSON, and refuses in the envelope', async () => {
    fetched.mockResolvedValueOnce(new Response('<svg/>')).mockResolvedValueOnce(bad('NO_RESULT', 422))
    expect(await api.text('user/card', 'image/svg+xml', { colour: 'black' })).toBe('<svg/>')
    expect(request(0).headers.get('accept')).toBe('image/svg+xml')
    await expect(api.text('user/card', 'image/svg+xml')).rejects.toMatchObject({ errorCode: 'NO_RESULT' })
  })

  it('gives a file as it came, and refuses in the envelope', async () => {
    fetched
      .mockResolvedValueOnce(new Response(new Uint8Array([0x25, 0x50, 0xff]), { status: 200 }))
      .mockResolvedValueOnce(bad('NO_RESULT', 422))
    const file = await api.file('user/certificate', 'application/pdf')
    // As text, the last byte would have become three.
    expect(file.size).toBe(3)
    await expect(api.file('user/certificate', 'application/pdf')).rejects.toMatchObject({
      errorCode: 'NO_RESULT',
    })
  })

  it('sends a file as it is, with the CSRF token and its own media type', async () => {
    fetched
      .mockResolvedValueOnce(json({ csrfToken: 'abc' }))
      .mockResolvedValueOnce(good({ photoId: 'p', width: 1, height: 1 }))
    const picture = new Blob(['jpeg'], { type: 'image/jpeg' })
    expect(await api.upload('user/card/photo', picture, { idempotencyKey: 'key' })).toMatchObject({
      photoId: 'p',
    })
    const { headers, init } = request(1)
    expect(init?.body).toBe(picture)
    expect([headers.get('content-type'), headers.get('x-csrf-token')]).toEqual(['image/jpeg', 'abc'])
  })

  it('brings the CSRF token and the key with a write', async () => {
    fetched.mockResolvedValueOnce(json({ csrfToken: 'abc' })).mockResolvedValueOnce(good({}))
    await api.post('user/event/booking', { eventId: 'a' }, { idempotencyKey: 'key' })
    const { headers, init } = request(1)
    expect(headers.get('x-csrf-token')).toBe('abc')
    expect(headers.get('idempotency-key')).toBe('key')
    expect(init?.body).toBe('{"eventId":"a"}')
  })

  it('asks for a new CSRF token once when the old one is refused, with the same key', async () => {
    fetched
      .mockResolvedValueOnce(json({ csrfToken: 'old' }))
      .mockResolvedValueOnce(bad('CSRF_INVALID', 403))
      .mockResolvedValueOnce(json({ csrfToken: 'new' }))
      .mockResolvedValueOnce(good(1))
    expect(await call('POST', 'x', { body: {}, idempotencyKey: 'k' })).toBe(1)
    expect(request(3).headers.get('x-csrf-token')).toBe('new')
    expect(request(3).headers.get('idempotency-key')).toBe('k')
  })

  it('that is refused with 401 fails where nobody signs in again', async () => {
    const regain = vi.fn(() => Promise.resolve(false))
    whenUnauthorised(regain)
    fetched.mockResolvedValueOnce(bad('UNAUTHORISED', 401))
    await expect(api.get('user/profile')).rejects.toMatchObject({ errorCode: 'UNAUTHORISED', status: 401 })
    expect(regain).toHaveBeenCalledOnce()
  })

  it('is repeated after a 401 once its person has signed in again, a write with its key', async () => {
    let signIn = (_: boolean) => {}
    whenUnauthorised(() => new Promise((resolve) => (signIn = resolve)))
    fetched
      .mockResolvedValueOnce(json({ csrfToken: 'old' }))
      .mockResolvedValueOnce(bad('UNAUTHORISED', 401))
      .mockResolvedValueOnce(good('done'))
    const written = call('POST', 'x', { body: { a: 1 }, idempotencyKey: 'k' })
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(fetched).toHaveBeenCalledTimes(2)
    // The sign-in fetched a token of its own.
    rememberCsrfToken('new')
    signIn(true)
    expect(await written).toBe('done')
    expect(request(2).headers.get('idempotency-key')).toBe('k')
    expect(request(2).headers.get('x-csrf-token')).toBe('new')
    expect(request(2).init?.body).toBe('{"a":1}')
  })

  it('that only reads is repeated after a 401 without a key', async () => {
    whenUnauthorised(() => Promise.resolve(true))
    fetched
      .mockResolvedValueOnce(json({ csrfToken: 'c' }))
      .mockResolvedValueOnce(bad('UNAUTHORISED', 401))
      .mockResolvedValueOnce(good([]))
    expect(await call('POST', 'search', { body: {}, isRead: true })).toEqual([])
    expect(request(2).headers.has('idempotency-key')).toBe(false)
  })

  it('that has no key is never sent twice', async () => {
    whenUnauthorised(() => Promise.resolve(true))
    fetched.mockResolvedValueOnce(json({ csrfToken: 'c' })).mockResolvedValueOnce(bad('UNAUTHORISED', 401))
    await expect(call('POST', 'x', { body: {} })).rejects.toMatchObject({ status: 401 })
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('fails in one shape without a network', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(api.get('user/results')).rejects.toMatchObject({
      errorCode: 'ERR_NETWORK',
      errorMessage: '',
      status: 0,
    })
  })

  it('fails on an answer that is no envelope', async () => {
    fetched.mockResolvedValueOnce(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }))
    await expect(api.get('user/results')).rejects.toMatchObject({
      errorCode: '502',
      errorMessage: 'Bad Gateway',
    })
  })
})

describe('a uaid', () => {
  it.each(uaids)('$text is $uaid', ({ text, uaid }) => {
    expect(normaliseUaid(text)).toBe(uaid)
  })

  it.each([
    [123, '123'],
    [-1, null],
    [1.5, null],
    [null, null],
  ])('%j is %j', (value, expected) => {
    expect(normaliseUaid(value)).toBe(expected)
  })
})
