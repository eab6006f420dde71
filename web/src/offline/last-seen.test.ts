// RULES 10.7
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../api/client/failure'
import { learnServerNow, toServerTime } from '../api/clock'
import type { SessionClient } from '../auth/session-client'
import type { SessionState } from '../auth/session'
import { dropLastSeen } from './drop-ticket'
import {
  bringBackSeen,
  dropPastSeen,
  dropSeenOfOthers,
  forgetSeen,
  isKept,
  keepSeen,
  keepWhatIsSeenOf,
  readSeen,
} from './last-seen'

const NOW = Date.UTC(2026, 10, 24, 9, 0)
const DAY = 24 * 3_600_000
const PROGRESS = ['mine', 'progress', null]
const seen = { uaid: '7', queryKey: PROGRESS, data: { visits: [1] }, at: NOW }

/** A session that can change. */
function sessionOf(uaid: string | null) {
  const listeners = new Set<() => void>()
  let state = (
    uaid === null ? { status: 'loading' } : { status: 'authenticated', data: { uaid } }
  ) as SessionState
  const client = {
    getState: () => state,
    isUnsure: () => state.status === 'loading',
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as SessionClient
  const become = (next: SessionState) => {
    state = next
    listeners.forEach((listener) => listener())
  }
  return { client, become }
}

beforeEach(() => {
  learnServerNow(new Date().toISOString())
  return dropLastSeen()
})

it('keeps results, progress and crews, and nothing else of a person', () => {
  const kept = [
    ['mine', 'results'],
    PROGRESS,
    ['mine', 'crews'],
    ['mine', 'crews', 'c', 'own'],
    ['mine', 'crews', 'c', 'board', 'today'],
  ]
  for (const key of kept) expect(isKept(key), key.join()).toBe(true)
  const others = [
    ['mine', 'profile'],
    ['mine', 'progress', '12'],
    ['mine', 'crews', 'link', 'secret'],
    ['mine', 'crews', 'c', 'board', 3],
    ['mine', 'notifications'],
    ['config'],
  ]
  for (const key of others) expect(isKept(key), key.join()).toBe(false)
})

it('is read again, encrypted meanwhile, until it is a month old', async () => {
  await keepSeen(seen)
  await keepSeen({ ...seen, queryKey: ['mine', 'results'], data: { results: [] } })
  expect(await readSeen(NOW)).toHaveLength(2)
  expect(await readSeen(NOW + 31 * DAY)).toEqual([])
  const raw = await new Promise<unknown[]>((resolve, reject) => {
    const opened = indexedDB.open('sixfold-seen')
    opened.onerror = () => reject(new Error('not there'))
    opened.onsuccess = () => {
      const all = opened.result.transaction('kept').objectStore('kept').getAll()
      all.onsuccess = () => {
        opened.result.close()
        resolve(all.result)
      }
    }
  })
  expect(JSON.stringify(raw)).not.toContain('visits')
})

it('replaces an answer by a newer one', async () => {
  await keepSeen(seen)
  await keepSeen({ ...seen, data: { visits: [1, 2] }, at: NOW + 1 })
  expect(await readSeen(NOW)).toEqual([{ ...seen, data: { visits: [1, 2] }, at: NOW + 1 }])
})

it('goes when somebody else signs in, and with a sign-out that comes while it is being kept', async () => {
  await keepSeen(seen)
  await dropSeenOfOthers('7')
  expect(await readSeen(NOW)).toHaveLength(1)
  await dropSeenOfOthers('8')
  expect(await readSeen(NOW)).toEqual([])
  const keeping = keepSeen(seen)
  await dropLastSeen()
  await keeping
  expect(await readSeen(NOW)).toEqual([])
})

/** The names of the databases on the device. */
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

it('goes when somebody else signs in, also after a month', async () => {
  await keepSeen({ ...seen, at: NOW - 31 * DAY })
  await dropSeenOfOthers('8')
  expect(await readSeen(NOW - 31 * DAY)).toEqual([])
})

it('is deleted after a month, and its database with the last of it', async () => {
  await keepSeen({ ...seen, at: NOW - 31 * DAY })
  await keepSeen({ ...seen, queryKey: ['mine', 'results'] })
  await dropPastSeen(NOW)
  expect((await readSeen(NOW - 31 * DAY)).map(({ queryKey }) => queryKey)).toEqual([['mine', 'results']])
  await dropPastSeen(NOW + 31 * DAY)
  expect(await databases()).not.toContain('sixfold-seen')
  await dropPastSeen(NOW + 31 * DAY)
  expect(await databases()).not.toContain('sixfold-seen')
})

it.each([
  ['the old answers', () => dropPastSeen(NOW)],
  ['those of somebody else', () => dropSeenOfOthers('8')],
])('what comes while %s go is kept', async (_, drop) => {
  await keepSeen({ ...seen, at: NOW - 31 * DAY })
  const news = { ...seen, uaid: '8' }
  await Promise.all([drop(), keepSeen(news)])
  expect(await readSeen(NOW)).toEqual([news])
})

it('keeps what the person who is signed in sees, also what was seen before it began', async () => {
  const queries = new QueryClient()
  queries.setQueryData(['mine', 'results'], { results: [] })
  keepWhatIsSeenOf(queries, sessionOf('7').client)
  queries.setQueryData(PROGRESS, { visits: [] })
  queries.setQueryData(['mine', 'profile'], { firstName: 'Sam' })
  await vi.waitFor(async () => expect(await readSeen(Date.now())).toHaveLength(2))
  expect((await readSeen(Date.now())).map(({ uaid }) => uaid)).toEqual(['7', '7'])
})

const CREW = ['mine', 'crews', 'c']
const OTHER_CREW = ['mine', 'crews', 'c2', 'own']

it('forgets all that it kept under a key, and nothing else', async () => {
  const others = [['mine', 'crews'], OTHER_CREW, PROGRESS]
  for (const queryKey of [[...CREW, 'own'], [...CREW, 'board', 'today'], ...others])
    await keepSeen({ ...seen, queryKey })
  await forgetSeen(CREW)
  const left = (await readSeen(NOW)).map(({ queryKey }) => queryKey)
  expect(left).toHaveLength(others.length)
  expect(left).toEqual(expect.arrayContaining(others))
})

// RULES 15.8
it('forgets a crew that is not in the list of crews any more', async () => {
  const queries = new QueryClient()
  keepWhatIsSeenOf(queries, sessionOf('7').client)
  for (const queryKey of [[...CREW, 'own'], OTHER_CREW, PROGRESS])
    await keepSeen({ ...seen, queryKey, at: Date.now() })
  queries.setQueryData(['mine', 'crews'], { crews: [{ crewId: 'c2' }] })
  // Comes after all of that.
  await keepSeen({ ...seen, at: Date.now() })
  const left = (await readSeen(Date.now())).map(({ queryKey }) => queryKey)
  expect(left).toHaveLength(3)
  expect(left).toEqual(expect.arrayContaining([['mine', 'crews'], OTHER_CREW, PROGRESS]))
})

// RULES 15.8
it.each([
  [404, 'CREW_NOT_FOUND', 'forgets'],
  [403, 'FORBIDDEN', 'forgets'],
  [422, 'GUARDIAN_REQUIRED', 'forgets'],
  [503, 'UNAVAILABLE', 'keeps'],
  [0, 'ERR_NETWORK', 'keeps'],
])('after %i %s it %s a crew', async (status, code, does) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  keepWhatIsSeenOf(queries, sessionOf('7').client)
  for (const key of [[...CREW, 'own'], [...CREW, 'board', 'today'], OTHER_CREW])
    queries.setQueryData(key, { name: 'Tuesday Squad' })
  const refuse = () => Promise.reject(new ApiFailure(code, '', status))
  await expect(queries.fetchQuery({ queryKey: [...CREW, 'own'], queryFn: refuse })).rejects.toThrow()
  // Comes after all of that.
  await keepSeen({ ...seen, at: Date.now() })
  expect(await readSeen(Date.now())).toHaveLength(does === 'keeps' ? 4 : 2)
})

it('is brought back where the pages look, but not over a newer answer', async () => {
  await keepSeen(seen)
  await keepSeen({ ...seen, queryKey: ['mine', 'results'], data: { results: ['old'] } })
  const queries = new QueryClient()
  queries.setQueryData(['mine', 'results'], { results: ['new'] })
  const back = await bringBackSeen(queries, sessionOf(null).client, NOW)
  expect(back.map(({ queryKey }) => queryKey[1]).sort()).toEqual(['progress', 'results'])
  expect(queries.getQueryData(PROGRESS)).toEqual({ visits: [1] })
  expect(toServerTime(queries.getQueryState(PROGRESS)?.dataUpdatedAt ?? 0)).toBe(NOW)
  expect(queries.getQueryData(['mine', 'results'])).toEqual({ results: ['new'] })
})

it.each([
  ['nobody', { status: 'unauthenticated', data: null }, undefined],
  ['another person', { status: 'authenticated', data: { uaid: '8' } }, undefined],
  ['its owner', { status: 'authenticated', data: { uaid: '7' } }, { visits: [1] }],
] as const)('is on the page no longer than the session may be its owner’s: %s', async (_, state, left) => {
  await keepSeen(seen)
  const queries = new QueryClient()
  const { client, become } = sessionOf(null)
  await bringBackSeen(queries, client, NOW)
  become(state as unknown as SessionState)
  expect(queries.getQueryData(PROGRESS)).toEqual(left)
})

it('brings back nothing of another person', async () => {
  await keepSeen(seen)
  const queries = new QueryClient()
  expect(await bringBackSeen(queries, sessionOf('8').client, NOW)).toEqual([])
  expect(queries.getQueryData(PROGRESS)).toBeUndefined()
})

it.each([
  ['nobody', { status: 'unauthenticated', data: null }],
  ['another person', { status: 'authenticated', data: { uaid: '8' } }],
] as const)('brings back nothing if the session becomes known meanwhile as that of %s', async (_, state) => {
  await keepSeen(seen)
  const queries = new QueryClient()
  const { client, become } = sessionOf(null)
  const bringing = bringBackSeen(queries, client, NOW)
  become(state as unknown as SessionState)
  expect(await bringing).toEqual([])
  expect(queries.getQueryData(PROGRESS)).toBeUndefined()
})

it('waits for the session once, however often it is brought back', async () => {
  await keepSeen(seen)
  const { client, become } = sessionOf(null)
  const queries = new QueryClient()
  const removed = vi.spyOn(queries, 'removeQueries')
  for (let times = 0; times < 3; times += 1) await bringBackSeen(queries, client, NOW)
  become({ status: 'unauthenticated', data: null } as unknown as SessionState)
  expect(removed).toHaveBeenCalledOnce()
})
