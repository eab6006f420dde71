import { expect, test } from 'vitest'
import { pause, safePath, wayIn } from './way'

const ORIGIN = 'https://sixfold.example'

test('the way in stays on this site', () => {
  expect(safePath('/en-gb/my-account-book-test?date=2026-12-01#day', ORIGIN)).toBe(
    '/en-gb/my-account-book-test?date=2026-12-01#day',
  )
  for (const elsewhere of [
    null,
    '',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'en-gb/',
    '/en-gb/waiting-room?to=/en-gb/',
    '/%',
  ]) {
    const way = safePath(elsewhere, ORIGIN)
    expect(new URL(way, ORIGIN).origin).toBe(ORIGIN)
    expect(way).not.toMatch(/waiting-room|evil/)
  }
})

test('only the page’s own address leads on; any other is loaded again', () => {
  expect(wayIn(new URL('/en-gb/waiting-room?to=%2Fen-gb%2Ffaq', ORIGIN))).toBe('/en-gb/faq')
  expect(wayIn(new URL('/en-gb/waiting-room', ORIGIN))).toBe('/en-gb/')
  expect(wayIn(new URL('/en-gb/my-account-book-test?to=//evil.example', ORIGIN))).toBeNull()
})

test('the page asks as often as it is told, and less often while nobody answers', () => {
  expect(pause(10, 0, 0.5)).toBe(10_000)
  expect([pause(10, 0, 0), pause(10, 0, 1)]).toEqual([9_000, 11_000])
  expect([1, 2, 3, 9].map((failures) => pause(10, failures, 0.5))).toEqual([20_000, 40_000, 80_000, 120_000])
  expect(pause(0, 0, 0.5)).toBe(2_000)
  expect(pause(9_999, 0, 0.5)).toBe(120_000)
})
