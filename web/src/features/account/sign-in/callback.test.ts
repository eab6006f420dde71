import { describe, expect, it } from 'vitest'
import { afterSignIn } from './callback'

const ORIGIN = 'https://sixfold.example'
const HOME = '/en-gb/my-account'

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
