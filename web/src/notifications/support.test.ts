import { expect, it, vi } from 'vitest'
import { howToUnblock, isApplePhone, supportHere } from './support'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'
it.each([
  [IPHONE, 5, true],
  // An iPad says that it is a Mac.
  [MAC, 5, true],
  [MAC, 0, false],
  [ANDROID, 5, false],
])('knows an iPhone or iPad', (userAgent, maxTouchPoints, is) => {
  expect(isApplePhone({ userAgent, maxTouchPoints })).toBe(is)
})

const browser = (userAgent: string, permission?: NotificationPermission, installed = false) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5, ...(permission && { serviceWorker: {} }) })
  vi.stubGlobal('matchMedia', () => ({ matches: installed }))
  if (!permission) return
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', { permission })
}

it.each([
  ['possible', ANDROID, 'default', false],
  ['possible', ANDROID, 'granted', false],
  ['blocked', ANDROID, 'denied', false],
  ['impossible', ANDROID, undefined, false],
  ['install-first', IPHONE, undefined, false],
  ['impossible', IPHONE, undefined, true],
  ['possible', IPHONE, 'default', true],
] as const)('is %s', (support, userAgent, permission, installed) => {
  browser(userAgent, permission, installed)
  expect(supportHere()).toBe(support)
})

it('says in words of the system how to allow them', () => {
  expect(howToUnblock({ userAgent: IPHONE, maxTouchPoints: 5 })).toMatch(/Open Settings/)
  expect(howToUnblock({ userAgent: ANDROID, maxTouchPoints: 5 })).toMatch(/Tap the icon/)
  expect(howToUnblock({ userAgent: MAC, maxTouchPoints: 0 })).toMatch(/Click the icon/)
})
