import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkNetwork, isOnline, onNetwork } from './network'

const LOST = new TypeError('Failed to fetch')
let reachable: boolean
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  reachable = true
  asked = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return reachable ? Promise.resolve(new Response('ok')) : Promise.reject(LOST)
  })
})
afterEach(() => {
  window.dispatchEvent(new Event('online'))
  vi.useRealTimers()
})

it('is offline once a request got no answer and the server gives no sign of life, whatever the browser says', async () => {
  expect(navigator.onLine).toBe(true)
  reachable = false
  await checkNetwork(LOST)
  expect(isOnline()).toBe(false)
})

it('stays online when one request was lost and the server answers', async () => {
  await checkNetwork(LOST)
  expect(asked).toEqual(['/healthz'])
  expect(isOnline()).toBe(true)
})

it('counts an answer that says the server is not well as none', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 502 })))
  await checkNetwork(LOST)
  expect(isOnline()).toBe(false)
})

it.each([new DOMException('', 'AbortError'), new SyntaxError('Unexpected token')])(
  'asks nothing after %s: the request was answered, or called off',
  async (cause) => {
    await checkNetwork(cause)
    expect(asked).toEqual([])
  },
)

it('asks again until the server answers, at most every ten seconds, and tells those who listen', async () => {
  const heard = vi.fn()
  const stop = onNetwork(heard)
  reachable = false
  await checkNetwork(LOST)
  expect(heard).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.length).toBeGreaterThan(6)
  expect(asked.length).toBeLessThan(20)
  expect(heard).toHaveBeenCalledTimes(1)
  reachable = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isOnline()).toBe(true)
  expect(heard).toHaveBeenCalledTimes(2)
  const before = asked.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(before)
  stop()
})

it('asks at once when the tab comes back to the front', async () => {
  reachable = false
  await checkNetwork(LOST)
  reachable = true
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(isOnline()).toBe(true)
})

it('asks once for many requests that are lost together', async () => {
  reachable = false
  await Promise.all([checkNetwork(LOST), checkNetwork(LOST), checkNetwork(LOST)])
  expect(asked).toHaveLength(1)
})

it('follows the browser where it knows', async () => {
  const heard = vi.fn(isOnline)
  const stop = onNetwork(heard)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  expect(heard).toHaveLastReturnedWith(false)
  await checkNetwork(LOST)
  expect(asked).toEqual([])
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(heard).toHaveLastReturnedWith(true)
  stop()
})
