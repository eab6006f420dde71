import { expect, test } from 'vitest'
import { paths } from '../paths'
import { pause, safePath, signInPath, wayIn } from './way'

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
    '/en-gb/waiting-room#to=/en-gb/',
    '/%',
  ]) {
    const way = safePath(elsewhere, ORIGIN)
    expect(new URL(way, ORIGIN).origin).toBe(ORIGIN)
    expect(way).not.toMatch(/waiting-room|evil/)
  }
})

test('only the page’s own address leads on; any other is loaded again', () => {
  expect(wayIn(new URL(paths.waitingRoom('/en-gb/faq'), ORIGIN))).toBe('/en-gb/faq')
  expect(wayIn(new URL('/en-gb/waiting-room', ORIGIN))).toBe('/en-gb/')
  expect(wayIn(new URL('/en-gb/my-account-book-test?to=//evil.example', ORIGIN))).toBeNull()
})

// RULES 15.7
test('the secret of a link stays behind the #, on the way to the page, on from it and to the sign-in page', () => {
  const crew = paths.crewInvitation('0123456789abcdefghijkl')
  const waiting = new URL(paths.waitingRoom(crew), ORIGIN)
  expect([waiting.pathname, waiting.search]).toEqual(['/en-gb/waiting-room', ''])
  expect(wayIn(waiting)).toBe(crew)
  const signIn = new URL(signInPath(waiting), ORIGIN)
  expect([signIn.pathname, signIn.search]).toEqual(['/en-gb/login', ''])
  expect(new URLSearchParams(signIn.hash.slice(1)).get('callbackUrl')).toBe(crew)
})

test('an address of an earlier version leads on too', () => {
  expect(wayIn(new URL('/en-gb/waiting-room?to=%2Fen-gb%2Ffaq%23how', ORIGIN))).toBe('/en-gb/faq#how')
})

test('signing in leads to where the visitor was going, but not back to a page for signing in', () => {
  const time = paths.bookTest({ date: '2026-12-01T10:00' })
  for (const address of [time, paths.waitingRoom(time)])
    expect(signInPath(new URL(address, ORIGIN))).toBe(`/en-gb/login#callbackUrl=${encodeURIComponent(time)}`)
  for (const page of [
    paths.login({ callbackUrl: time }),
    paths.forgotPassword(),
    '/en-gb/reset-password#token=1',
  ])
    expect(signInPath(new URL(paths.waitingRoom(page), ORIGIN))).toBe('/en-gb/login')
})

test('the page asks as often as it is told, and less often while nobody answers', () => {
  expect(pause(10, 0, 0.5)).toBe(10_000)
  expect([pause(10, 0, 0), pause(10, 0, 1)]).toEqual([9_000, 11_000])
  expect([1, 2, 3, 9].map((failures) => pause(10, failures, 0.5))).toEqual([20_000, 40_000, 80_000, 120_000])
  expect(pause(0, 0, 0.5)).toBe(2_000)
  expect(pause(9_999, 0, 0.5)).toBe(120_000)
})
