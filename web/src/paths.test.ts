import { expect, it } from 'vitest'
import { localised, paths, ROUTES } from './paths'

it('prefixes every address', () => {
  for (const path of Object.values(ROUTES)) expect(path).toMatch(/^\/en-gb\//)
})

it('writes queries and hashes', () => {
  expect(paths.login({ callbackUrl: '/en-gb/my-account?a=b', error: 'SessionRequired' })).toBe(
    '/en-gb/login?callbackUrl=%2Fen-gb%2Fmy-account%3Fa%3Db&error=SessionRequired',
  )
  expect(paths.terms('privacy')).toBe('/en-gb/terms-and-conditions#privacy')
  expect(paths.bookTest({})).toBe('/en-gb/my-account-book-test')
})

// RULES 15.7
it.each(['login', 'register'] as const)('the way back from %s is behind # if it has a hash', (page) => {
  const crew = paths.crewInvitation('0123456789abcdefghijkl')
  for (const callbackUrl of [crew, paths.register({ callbackUrl: crew })]) {
    const { pathname, search, hash } = new URL(paths[page]({ callbackUrl }), 'https://sixfold.example')
    expect([pathname, search]).toEqual([ROUTES[page], ''])
    expect(new URLSearchParams(hash.slice(1)).get('callbackUrl')).toBe(callbackUrl)
  }
  expect(paths.login({ callbackUrl: crew, error: 'SessionRequired' })).toBe(
    `/en-gb/login?error=SessionRequired#callbackUrl=${encodeURIComponent(crew)}`,
  )
})

it.each([
  ['/', '/en-gb/'],
  ['/register', '/en-gb/register'],
  ['/terms-and-conditions#privacy', '/en-gb/terms-and-conditions#privacy'],
  ['/en-gb/login', '/en-gb/login'],
  ['/en-gb', '/en-gb'],
  ['/api/docs', '/api/docs'],
  ['//example.com/x', '//example.com/x'],
  ['https://example.com', 'https://example.com'],
  ['#six', '#six'],
  ['mailto:a@b.c', 'mailto:a@b.c'],
])('an authored %s becomes %s', (href, expected) => {
  expect(localised(href)).toBe(expected)
})
