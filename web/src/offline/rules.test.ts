import { describe, expect, it } from 'vitest'
import { BOUNDS, keptName, mayKeep, storeOf, withoutTime, type Store } from './rules'

const ORIGIN = 'https://sixfold.example'
const store = (path: string, more: { method?: string; navigation?: boolean; origin?: string } = {}) =>
  storeOf({
    url: new URL(path, more.origin ?? ORIGIN),
    origin: ORIGIN,
    method: more.method ?? 'GET',
    navigation: more.navigation ?? false,
  })

describe('what is kept', () => {
  it.each<[string, Store]>([
    ['/assets/index-1a2b.js', 'assets'],
    ['/api/event/config?iv=1', 'config'],
    ['/api/content/sixfold-en-gb/delivery/v1/rendering/context/home', 'content'],
    ['/api/content/sixfold-en-gb/delivery/v1/search?q=x', 'content'],
    ['/api/content/sixfold-en-gb/delivery/v1/images/abc/640', 'images'],
  ])('%s', (path, expected) => expect(store(path)).toBe(expected))

  it('is every page of the site', () => {
    expect(store('/en-gb/', { navigation: true })).toBe('pages')
    expect(store('/en-gb/news', { navigation: true })).toBe('pages')
    expect(store('/', { navigation: true })).toBe('pages')
  })

  it('has bounds in number and age', () => {
    for (const { maxEntries, maxAgeSeconds } of Object.values(BOUNDS)) {
      expect(maxEntries).toBeGreaterThan(0)
      expect(maxEntries).toBeLessThanOrEqual(250)
      expect(maxAgeSeconds).toBeGreaterThan(0)
    }
  })
})

describe('what is never kept', () => {
  it('is the waiting room', () => {
    expect(store('/en-gb/waiting-room?to=%2Fen-gb%2F', { navigation: true })).toBeNull()
  })

  it.each([
    '/api/user/profile',
    '/api/user/sessions',
    '/api/user/authorization',
    '/api/user/leaderboard?token=secret',
    '/api/auth/session',
    '/api/auth/csrf',
    '/api/auth/providers',
    '/api/event/availability?type=test',
    '/api/event/admin/bookings',
    '/api/event/create',
    '/api/event/config/more',
    '/api/content/sixfold-en-gb/authoring/v1/content',
    '/api/content/sixfold-en-gb/authoring/v1/rendering/context/home',
    '/api/content/a/b/delivery/v1/search',
    '/sw.js',
    '/manifest.webmanifest',
    '/healthz',
  ])('%s', (path) => expect(store(path)).toBeNull())

  it('the API as a page of its own', () => {
    expect(store('/api/auth/signin', { navigation: true })).toBeNull()
    expect(store('/api/event/config', { navigation: true })).toBeNull()
  })

  it('a change, and another origin', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) {
      expect(store('/api/event/config', { method })).toBeNull()
      expect(store('/assets/x.js', { method })).toBeNull()
    }
    expect(store('/assets/x.js', { origin: 'https://elsewhere.example' })).toBeNull()
  })
})

const answer = (headers: Record<string, string> = {}, status = 200, redirected = false) => ({
  status,
  redirected,
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8', ...headers }),
})
const page = (path: string, what = answer()) => mayKeep('pages', `${ORIGIN}${path}`, what)

describe('an answer', () => {
  it('of a page is kept when it is whole and nobody’s', () => {
    expect(page('/en-gb/frequently-asked-questions', answer({ 'cache-control': 'no-cache' }))).toBe(true)
    expect(page('/en-gb/', answer({}, 404))).toBe(false)
    expect(page('/en-gb/', answer({}, 503))).toBe(false)
    expect(page('/en-gb/', answer({}, 200, true))).toBe(false)
    expect(page('/en-gb/', answer({ 'content-type': 'application/json' }))).toBe(false)
  })

  it('with a query, for staff, behind a token or of a shared card is not', () => {
    expect(page('/en-gb/reset-password?token=secret')).toBe(false)
    expect(page('/en-gb/reset-password')).toBe(false)
    expect(page('/en-gb/guardian-confirmation')).toBe(false)
    expect(page('/en-gb/confirm-email')).toBe(false)
    expect(page('/en-gb/undo-email-change')).toBe(false)
    expect(page('/en-gb/sign-in-link')).toBe(false)
    expect(page('/en-gb/coach-booking')).toBe(false)
    expect(page('/en-gb/login?callbackUrl=x')).toBe(false)
    expect(page('/en-gb/staff-account-pd-admin')).toBe(false)
    expect(page('/en-gb/share/3m5qv0k2x8h9c4t7w1znbrjd6e')).toBe(false)
  })

  it('that the server calls private is not, the configuration excepted', () => {
    expect(page('/en-gb/', answer({ 'cache-control': 'no-store' }))).toBe(false)
    const json = answer({ 'content-type': 'application/json', 'cache-control': 'private' })
    expect(mayKeep('content', `${ORIGIN}/api/content/x`, json)).toBe(false)
    expect(mayKeep('config', `${ORIGIN}/api/event/config`, answer({ 'cache-control': 'no-store' }))).toBe(
      true,
    )
  })
})

it('a name is without what changes from one asking to the next', () => {
  expect(keptName('config', `${ORIGIN}/api/event/config?iv=17`)).toBe(`${ORIGIN}/api/event/config`)
  expect(keptName('pages', `${ORIGIN}/en-gb/?utm=x#top`)).toBe(`${ORIGIN}/en-gb/`)
  expect(keptName('content', `${ORIGIN}/api/content/l/delivery/v1/search?q=a&iv=2`)).toBe(
    `${ORIGIN}/api/content/l/delivery/v1/search?q=a`,
  )
})

it('a kept answer does not tell the time', () => {
  const told = JSON.stringify({ succeeded: true, data: { now: '2026-11-21T10:00:00Z', event: 'x' } })
  expect(JSON.parse(withoutTime(told))).toEqual({ succeeded: true, data: { now: '', event: 'x' } })
})
