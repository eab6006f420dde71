/**
 * The same visit twice, once with next-auth's own React client and once with ours, against the same server: the
 * requests, their order and bodies, the answers, the events in other tabs, and navigation.
 */
import { act, cleanup, render } from '@testing-library/react'
import * as theirs from 'next-auth/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { SessionClient } from '../auth/session-client'
import { SessionProvider, useSession } from '../auth/SessionProvider'
import { useSignIn, type SignInOptions } from '../auth/sign-in'

const START = Date.parse('2026-11-21T04:30:00.250Z')
/** Where the server is. */
export const ORIGIN = 'http://localhost:8080'
/** The page that somebody is on. */
export const HERE = `${ORIGIN}/en-gb/my-account?tab=2`
export const PERSON = {
  user: { name: 'Sam', email: 'sam@example.com', image: null },
  expires: '2026-11-21T05:00:00.000Z',
  uaid: '7',
  role: 1,
  token: 't',
  stamp: 1,
}
export const PROVIDERS = Object.fromEntries(
  [
    ['credentials', 'credentials'],
    ['club', 'oauth'],
    ['letter', 'email'],
  ].map(([id, type]) => [id, { id, name: id, type, signinUrl: '', callbackUrl: '' }]),
)

interface Reply {
  status?: number
  body: unknown
}

/** The server of a scenario: what it answers to each path; a function is asked each time. */
export type Answers = Record<string, Reply | 'unreachable' | (() => Reply)>

export const SIGNED_IN: Answers = {
  session: { body: PERSON },
  csrf: { body: { csrfToken: 'c0ffee' } },
  providers: { body: PROVIDERS },
  'callback/credentials': { body: { url: `${ORIGIN}/en-gb/` } },
  'signin/club': { body: { url: 'https://club.example/authorise?x=1' } },
  'signin/letter': { body: { url: `${ORIGIN}/api/auth/verify-request` } },
  signout: { body: { url: `${ORIGIN}/en-gb/` } },
}
export const SIGNED_OUT: Answers = { ...SIGNED_IN, session: { body: {} } }

interface Visit {
  required?: boolean
  onUnauthenticated?: () => void
  refetchOnWindowFocus?: boolean
  refetchInterval?: number
  refetchWhenOffline?: boolean
}

interface SessionSeen {
  status: string
  uaid: string | undefined
}

/** What a scenario may do with either client. */
export interface Person {
  signIn: (provider?: string, fields?: Record<string, string>, options?: SignInOptions) => Promise<unknown>
  signOut: (callbackUrl?: string) => Promise<unknown>
  update: (data?: unknown) => Promise<unknown>
}

/** The world around a client: what it answers, and everything that can be seen of the client from outside. */
export const world: {
  answers: Answers
  online: boolean
  /** Answers wait for it. */
  held: Promise<void> | undefined
  seen: string[]
  states: SessionSeen[]
} = { answers: SIGNED_IN, online: true, held: undefined, seen: [], states: [] }

const noteState = (status: string, uaid: string | undefined) => {
  const last = world.states.at(-1)
  if (last?.status !== status || last.uaid !== uaid) world.states.push({ status, uaid })
}

export const uaidOf = (data: unknown) => (data as { uaid?: string } | null | undefined)?.uaid

/** `_log` in one order; the object that next-auth's body turns into text (`[object Object]`) says nothing. */
function readable(url: string, body: unknown): string {
  const text = body === undefined || body === null ? '' : String(body)
  if (!url.includes('/_log')) return text
  const fields = [...new URLSearchParams(text)].filter(([name]) => name !== 'error')
  return fields
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')
}

export async function fakeFetch(input: string, init: RequestInit = {}): Promise<Response> {
  const url = String(input)
  // Whether the server can be reached is no part of the protocol, and here it always can.
  if (url === '/healthz') return new Response('ok')
  const type = new Headers(init.headers).get('content-type')
  const kind = url.includes('/_log') ? '' : ` (${type})`
  world.seen.push(`${(init.method ?? 'GET').toUpperCase()} ${url}${kind} ${readable(url, init.body)}`.trim())
  const path = url.replace('/api/auth/', '').replace(/\?.*$/, '')
  const found = world.answers[path] ?? { body: {} }
  const reply = typeof found === 'function' ? found() : found
  await world.held
  if (reply === 'unreachable') throw new TypeError('Failed to fetch')
  return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200 })
}

const location = {
  get href() {
    return HERE
  },
  set href(url: string) {
    world.seen.push(`go ${url}`)
  },
  replace: (url: string) => world.seen.push(`go ${url}`),
  reload: () => world.seen.push('reload'),
  origin: ORIGIN,
  pathname: '/en-gb/my-account',
  search: '?tab=2',
}

/** A visit with next-auth's client. */
export function withTheirs(visit: Visit): Person {
  let person: Person | undefined
  function Page() {
    const session = visit.required
      ? theirs.useSession({ required: true, onUnauthenticated: visit.onUnauthenticated })
      : theirs.useSession()
    noteState(session.status, uaidOf(session.data))
    person = {
      signIn: (provider, fields = {}, { authorization, ...options } = {}) =>
        theirs.signIn(provider, { ...fields, ...options }, authorization),
      signOut: (callbackUrl) => theirs.signOut(callbackUrl === undefined ? undefined : { callbackUrl }),
      update: (data) => session.update(data),
    }
    return null
  }
  const page = (
    <theirs.SessionProvider
      basePath="/api/auth"
      refetchOnWindowFocus={visit.refetchOnWindowFocus ?? true}
      refetchInterval={visit.refetchInterval ?? 0}
      refetchWhenOffline={(visit.refetchWhenOffline ?? false) as false}
    >
      <Page />
    </theirs.SessionProvider>
  )
  render(page)
  return live(() => person)
}

/** The same visit with ours. */
export function withOurs(visit: Visit): Person {
  let person: Person | undefined
  const { required, onUnauthenticated, refetchOnWindowFocus, refetchInterval, refetchWhenOffline } = visit
  const client = new SessionClient({ refetchOnWindowFocus, refetchInterval, refetchWhenOffline })
  function Page() {
    const session = useSession({ required, onUnauthenticated })
    const { signInWith } = useSignIn()
    noteState(session.status, uaidOf(session.data))
    person = {
      signIn: signInWith,
      signOut: async (callbackUrl = window.location.href) => {
        const leaving = new SessionClient({ leave: (_why, url) => (window.location.href = url ?? '') })
        await leaving.signOut(callbackUrl)
      },
      update: session.update,
    }
    return null
  }
  const page = (
    <SessionProvider client={client}>
      <Page />
    </SessionProvider>
  )
  render(page)
  return live(() => person)
}

/** The functions of the latest render, as a page's button would have them. */
function live(latest: () => Person | undefined): Person {
  const now = () => latest() as Person
  const acting = async (does: () => Promise<unknown>) => {
    let result: unknown
    await act(async () => void (result = await does()))
    return result
  }
  return {
    signIn: (...args) => acting(() => now().signIn(...args)),
    signOut: (...args) => acting(() => now().signOut(...args)),
    update: async (data) => {
      // The answer waits until the page has shown that it is under way.
      let release = () => {}
      world.held = new Promise<void>((resolve) => (release = resolve))
      let updated: Promise<unknown> = Promise.resolve()
      act(() => void (updated = now().update(data)))
      release()
      return acting(() => updated)
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => world.online)
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => act(() => vi.advanceTimersByTimeAsync(0))
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
export const focus = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
export const network = (up: boolean) =>
  act(() => {
    world.online = up
    window.dispatchEvent(new Event(up ? 'online' : 'offline'))
  })
export const otherTab = (newValue: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue })))
export const word = (trigger: string) =>
  JSON.stringify({ event: 'session', data: { trigger }, timestamp: 1_795_235_400 })

export type Scenario = (person: Person) => Promise<unknown>

/** What a visit makes of a scenario. */
export async function visited(
  visit: (visit: Visit) => Person,
  how: Visit,
  server: Answers,
  scenario: Scenario,
) {
  cleanup()
  vi.setSystemTime(START)
  Object.assign(world, { seen: [], states: [], online: true, held: undefined, answers: { ...server } })
  vi.stubGlobal('fetch', fakeFetch)
  vi.stubGlobal('location', location)
  localStorage.clear()
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    world.seen.push(`tell ${key} ${value}`)
  })
  const person = visit(how)
  await settle()
  const result = await scenario(person)
  await settle()
  setItem.mockRestore()
  const { seen, states } = world
  return { seen, states, result }
}

/** The same with both clients. */
export async function compared(how: Visit, server: Answers, scenario: Scenario = async () => undefined) {
  const expected = await visited(withTheirs, how, server, scenario)
  const ours = await visited(withOurs, how, server, scenario)
  return { expected, ours }
}

/** The same with both, which must be equal. */
export async function equal(how: Visit, server: Answers, scenario?: Scenario) {
  const { expected, ours } = await compared(how, server, scenario)
  expect(ours).toEqual(expected)
  return ours
}

/** Signs in by password and stays. */
export function enter({ signIn }: Person) {
  return signIn(
    'credentials',
    { emailAddress: 'sam@example.com', password: 'x' },
    { redirect: false, callbackUrl: HERE },
  )
}
