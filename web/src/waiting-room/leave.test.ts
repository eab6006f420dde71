// RULES 13.11
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { moveToEntry } from '../auth/mailed-secret'
import { countAsTyped } from '../offline/typing'
import { paths, ROUTES } from '../paths'
import { useAlert } from '../state/alert-store'
import { answered } from '../test/answers'
import { leave } from './leave'
import type { Standing } from './words'

let standing: Partial<Standing> | null
let typed: boolean
let release: () => void
const replace = vi.fn()
const asked = vi.fn()

const at = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  vi.stubGlobal('location', { pathname, search, hash, replace })
}

beforeEach(() => {
  vi.useFakeTimers()
  typed = false
  release = countAsTyped(() => typed)
  vi.stubGlobal('fetch', () => {
    asked()
    if (!standing) return Promise.reject(new TypeError('no network'))
    const data = {
      state: 'waiting',
      ahead: null,
      waiting: 9,
      waitSeconds: null,
      opensAt: null,
      pollSeconds: 10,
    }
    return Promise.resolve(answered({ ...data, now: new Date().toISOString(), ...standing }))
  })
})

afterEach(async () => {
  // As a page that is brought back, and on which nothing is typed any more.
  window.dispatchEvent(new Event('pageshow'))
  typed = false
  await wait(1_000)
  release()
  window.history.replaceState(null, '', '/')
})

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const told = () => useAlert.getState().alert?.message

it('leaves once, with the way back behind the #', () => {
  at('/en-gb/my-account-book-test?date=2026-12-01')
  leave()
  leave()
  const to = encodeURIComponent('/en-gb/my-account-book-test?date=2026-12-01')
  expect(replace.mock.calls).toEqual([[`/en-gb/waiting-room#to=${to}`]])
})

it('never leaves a page of staff', () => {
  at('/en-gb/staff-account-instore-admin')
  leave()
  expect(replace).not.toHaveBeenCalled()
})

// RULES 15.7
it('sends no secret of a link to the server', () => {
  at(paths.crewInvitation('0123456789abcdefghijkl'))
  leave()
  const { search, hash } = new URL(String(replace.mock.lastCall?.[0]), 'http://localhost')
  expect(search).toBe('')
  expect(decodeURIComponent(hash)).toContain('#0123456789abcdefghijkl')
})

it('takes along what the page of a mailed link has taken out of its address', () => {
  window.history.replaceState(null, '', `${ROUTES.resetPassword}#token=c0ffee`)
  moveToEntry('#token=c0ffee')
  at(ROUTES.resetPassword)
  leave()
  expect(replace).toHaveBeenCalledWith(paths.waitingRoom(`${ROUTES.resetPassword}#token=c0ffee`))
})

it('stays where something is typed, and says how many are ahead until it is their turn', async () => {
  at('/en-gb/user-registration')
  typed = true
  standing = { ahead: 1204, waitSeconds: 340 }
  leave()
  leave()
  await wait(100)
  expect(replace).not.toHaveBeenCalled()
  expect(told()).toMatch(/1,204 people ahead of you, about 6 minutes\. What you have typed is safe here/)
  expect(asked).toHaveBeenCalledOnce()
  // A smaller number alone is not read out.
  standing = { ahead: 1190, waitSeconds: 330 }
  await wait(10_000)
  expect(told()).toContain('1,204 people')
  standing = { ahead: 1150, waitSeconds: 290 }
  await wait(10_000)
  expect(told()).toContain('1,150 people ahead of you, about 5 minutes.')
  standing = { ahead: 1 }
  await wait(10_000)
  expect(told()).toContain('1 person ahead of you.')
  standing = null
  await wait(10_000)
  expect(told()).toContain('1 person ahead of you.')
  standing = { state: 'admitted' }
  await wait(30_000)
  expect(told()).toMatch(/^Your turn\. Carry on here/)
  expect(useAlert.getState().alert?.tone).toBe('good')
})

it.each([
  [{ ahead: 0 }, 'You are next.'],
  [{ ahead: null }, 'A lot of people are here from your network right now.'],
  [
    { state: 'draw' as const, opensAt: '2026-11-01T20:00:00.000Z' },
    'You are in the draw: places are drawn at 20:00.',
  ],
])('says it of %j', async (now, words) => {
  at('/en-gb/user-registration')
  typed = true
  standing = now
  leave()
  await wait(100)
  expect(told()).toContain(words)
})

it('says no more once it was closed, until it is their turn', async () => {
  at('/en-gb/user-registration')
  typed = true
  standing = { ahead: 7 }
  leave()
  await wait(100)
  useAlert.getState().dismiss()
  standing = { ahead: 5 }
  await wait(10_000)
  expect(told()).toBeUndefined()
  standing = { state: 'open' }
  await wait(10_000)
  expect(told()).toMatch(/^Your turn/)
})

it('is over when nothing is typed any more: it went through, or was given up', async () => {
  at('/en-gb/user-registration')
  typed = true
  standing = { ahead: 7 }
  leave()
  await wait(100)
  typed = false
  await wait(1_000)
  expect(told()).toBeUndefined()
  const before = asked.mock.calls.length
  await wait(60_000)
  expect(asked.mock.calls).toHaveLength(before)
  leave()
  expect(replace).toHaveBeenCalledOnce()
})
