/** The page itself, as it is built, in front of a server that answers what the test says. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Standing } from './words'
import { answered } from '../test/answers'

const PAGE = readFileSync(resolve(import.meta.dirname, '../../waiting-room.html'), 'utf8')
const text = (id: string) => document.getElementById(id)?.textContent

let standing: Partial<Standing> | null
const asked = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-01T19:52:00Z') })
  document.body.innerHTML = /<body>([^]*)<\/body>/.exec(PAGE)?.[1] ?? ''
  vi.stubGlobal('fetch', (path: string) => {
    asked(path)
    if (!standing) return Promise.reject(new TypeError('no network'))
    // The server is a minute ahead of this device.
    const now = new Date(Date.now() + 60_000).toISOString()
    const data = {
      state: 'waiting',
      ahead: null,
      waiting: 1,
      waitSeconds: null,
      opensAt: null,
      pollSeconds: 10,
    }
    return Promise.resolve(answered({ ...data, now, ...standing }))
  })
})

afterEach(() => {
  vi.clearAllTimers()
  vi.resetModules()
})

async function open() {
  await import('./main')
  await vi.advanceTimersByTimeAsync(50)
}

test('the line gets shorter while the page is open', async () => {
  standing = { ahead: 1204, waiting: 3480, waitSeconds: 340 }
  await open()
  expect([text('figure'), text('wait'), document.title]).toEqual([
    '1,204',
    'About 6 minutes',
    '1,204 ahead of you',
  ])
  standing = { ahead: 301, waiting: 3000, waitSeconds: 50 }
  await vi.advanceTimersByTimeAsync(11_100)
  expect([text('figure'), text('wait')]).toEqual(['301', 'Less than a minute'])
  expect(document.querySelector<SVGPathElement>('.run')?.style.strokeDashoffset).toBe('25')
  expect(text('aloud')).toBe('You are in the queue. Less than a minute')
})

test('without an answer the place stays, the page says so and asks less often', async () => {
  standing = { ahead: 7 }
  await open()
  standing = null
  await vi.advanceTimersByTimeAsync(11_100)
  expect(text('trouble')).toContain('Your place is kept')
  expect(text('figure')).toBe('7')
  await vi.advanceTimersByTimeAsync(120_000)
  const whileAway = asked.mock.calls.length
  expect(whileAway).toBeLessThanOrEqual(5)
  standing = { ahead: 3 }
  await vi.advanceTimersByTimeAsync(132_000)
  expect([text('trouble'), text('figure')]).toEqual(['', '3'])
})

test('somebody without a place, since too many are here from their network, is not told of one', async () => {
  standing = { ahead: null }
  await open()
  expect(text('figure')).toBe('Busy')
  expect(document.getElementById('place')?.hidden).toBe(true)
  standing = null
  await vi.advanceTimersByTimeAsync(11_100)
  expect(text('trouble')).toBe('We cannot reach the academy right now. We keep trying.')
  standing = { ahead: 7 }
  await vi.advanceTimersByTimeAsync(120_000)
  expect(document.getElementById('place')?.hidden).toBe(false)
})

test('signing in leads to where the visitor was going', async () => {
  standing = { ahead: 7 }
  window.history.replaceState(null, '', '/en-gb/my-account-book-test?date=2026-12-01T10:00')
  await open()
  const link = document.querySelector<HTMLAnchorElement>('a[href*="login"]')
  expect(link?.hash).toBe(
    `#callbackUrl=${encodeURIComponent('/en-gb/my-account-book-test?date=2026-12-01T10:00')}`,
  )
  window.history.replaceState(null, '', '/en-gb/')
})

test('the draw is counted by the server’s clock, and asked about when it is over', async () => {
  standing = { state: 'draw', opensAt: '2026-11-01T20:00:00.000Z', pollSeconds: 60 }
  await open()
  expect([text('figure'), text('wait')]).toEqual(['07:00', 'Places are drawn at 20:00.'])
  await vi.advanceTimersByTimeAsync(6 * 60_000 + 30_000)
  expect(text('figure')).toBe('00:30')
  standing = { state: 'waiting', ahead: 40, pollSeconds: 60 }
  await vi.advanceTimersByTimeAsync(34_000)
  expect(text('figure')).toBe('40')
})
