import { describe, expect, it } from 'vitest'
import { signInAddress } from '../../../auth/protocol'
import { paths } from '../../../paths'
import { afterSignIn, callbackUrlIn } from './callback'

const ORIGIN = 'https://sixfold.example'
const HOME = '/en-gb/my-account'

describe('callbackUrlIn', () => {
  const inAddress = (address: string) => {
    const { search, hash } = new URL(address, ORIGIN)
    return callbackUrlIn({ searchStr: search, hash: hash.slice(1) })
  }

  it('finds what a link to the page has put there', () => {
    const crew = paths.crewInvitation('0123456789abcdefghijkl')
    const slot = paths.bookTest({ date: '2026-12-01T10:00', step: 'confirm' })
    for (const callbackUrl of [crew, slot, paths.register({ callbackUrl: crew })]) {
      expect(inAddress(paths.login({ callbackUrl }))).toBe(callbackUrl)
      expect(inAddress(paths.register({ callbackUrl }))).toBe(callbackUrl)
    }
    expect(inAddress(paths.register())).toBeUndefined()
    expect(inAddress(`${paths.register()}#health`)).toBeUndefined()
  })

  it('finds the whole page that needed a session, though the server has seen it without its hash', () => {
    const page = `${ORIGIN}${paths.myProfile('devices')}`
    const { search, hash } = new URL(signInAddress(page), ORIGIN)
    // The server redirects with the query, and the browser keeps what is behind the #.
    expect(inAddress(paths.login() + search + hash)).toBe(page)
  })
})

describe('afterSignIn', () => {
  it.each([
    [
      '/en-gb/my-account-book-test?date=2026-12-01#times',
      '/en-gb/my-account-book-test?date=2026-12-01#times',
    ],
    [`${ORIGIN}/en-gb/my-account-my-booking`, '/en-gb/my-account-my-booking'],
    ['/my-account-my-profile', '/en-gb/my-account-my-profile'],
  ])('honours %s', (callbackUrl, target) => {
    expect(afterSignIn(callbackUrl, ORIGIN)).toBe(target)
  })

  it.each([
    [1, HOME],
    [2, '/en-gb/staff-account-instore-admin'],
    [3, '/en-gb/staff-account-pd-admin'],
    [4, '/en-gb/staff-account-coach-admin'],
  ] as const)('takes role %s to where their day begins', (role, area) => {
    expect(afterSignIn(undefined, ORIGIN, role)).toBe(area)
    expect(afterSignIn('/en-gb/login', ORIGIN, role)).toBe(area)
    expect(afterSignIn('/en-gb/my-account-my-profile', ORIGIN, role)).toBe('/en-gb/my-account-my-profile')
  })

  it.each([
    undefined,
    '',
    7,
    'https://elsewhere.example/en-gb/my-account',
    '//elsewhere.example/en-gb',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    'http://[',
    '/api/user/profile',
    '/en-gb/login?error=SessionRequired',
    `${ORIGIN}/login`,
  ])('falls back on the athlete page for %s', (callbackUrl) => {
    expect(afterSignIn(callbackUrl, ORIGIN)).toBe(HOME)
  })
})
