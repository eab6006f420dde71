/**
 * The same visit twice, once with next-auth's own React client and once with ours, against the same server: what is
 * asked, in which order and with which bodies, what comes back, what other tabs hear and where the page goes must be
 * equal. What differs on purpose stands at the end.
 */
import { act, cleanup, render } from '@testing-library/react'
import * as theirs from 'next-auth/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchProviders } from './protocol'
import { SessionClient, type SignInOptions } from './session-client'
import { SessionProvider, useAuth, useSession } from './SessionProvider'

const START = Date.parse('2026-11-21T04:30:00.250Z')
const ORIGIN = 'http://localhost:8080'
const HERE = `${ORIGIN}/en-gb/my-account?tab=2`
const PERSON = {
  user: { name: 'Sam', email: 'sam@example.com', image: null },
  expires: '2026-11-21T05:00:00.000Z',
  uaid: '7',
  role: 1,
  token: 't',
  stamp: 1,
}
const PROVIDERS = Object.fromEntries(
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
type Answers = Record<string, Reply | 'unreachable' | (() => Reply)>

const SIGNED_IN: Answers = {
  session: { body: PERSON },
  csrf: { body: { csrfToken: 'c0ffee' } },
  providers: { body: PROVIDERS },
  'callback/credentials': { body: { url: `${ORIGIN}/en-gb/` } },
  'signin/club': { body: { url: 'https://club.example/authorise?x=1' } },
  'signin/letter': { body: { url: `${ORIGIN}/api/auth/verify-request` } },
  signout: { body: { url: `${ORIGIN}/en-gb/` } },
}
const SIGNED_OUT: Answers = { ...SIGNED_IN, session: { body: {} } }

interface Visit {
  required?: boolean
  onUnauthenticated?: () => void
  refetchOnWindowFocus?: boolean
  refetchInterval?: number
  refetchWhenOffline?: boolean
}

interface Told {
  status: string
  uaid: string | undefined
}

/** What a scenario may do with either client. */
interface Person {
  signIn: (provider?: string, fields?: Record<string, string>, options?: SignInOptions) => Promise<unknown>
  signOut: (callbackUrl?: string) => Promise<unknown>
  update: (data?: unknown) => Promise<unknown>
}

/** Everything that can be seen of a client from outside. */
let seen: string[] = []
let states: Told[] = []
let answers: Answers = SIGNED_IN
let online = true
let held: Promise<void> | undefined

const tell = (status: string, uaid: string | undefined) => {
  const last = states.at(-1)
  if (last?.status !== status || last.uaid !== uaid) states.push({ status, uaid })
}

const uaidOf = (data: unknown) => (data as { uaid?: string } | null | undefined)?.uaid

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

async function fakeFetch(input: string, init: RequestInit = {}): Promise<Response> {
  const url = String(input)
  const type = new Headers(init.headers).get('content-type')
  const kind = url.includes('/_log') ? '' : ` (${type})`
  seen.push(`${(init.method ?? 'GET').toUpperCase()} ${url}${kind} ${readable(url, init.body)}`.trim())
  const path = url.replace('/api/auth/', '').replace(/\?.*$/, '')
  const found = answers[path] ?? { body: {} }
  const reply = typeof found === 'function' ? found() : found
  await held
  if (reply === 'unreachable') throw new TypeError('Failed to fetch')
  return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200 })
}

const location = {
  get href() {
    return HERE
  },
  set href(url: string) {
    seen.push(`go ${url}`)
  },
  replace: (url: string) => seen.push(`go ${url}`),
  reload: () => seen.push('reload'),
  origin: ORIGIN,
  pathname: '/en-gb/my-account',
  search: '?tab=2',
}

/** A visit with next-auth's client. */
function withTheirs(visit: Visit): Person {
  let person: Person | undefined
  function Page() {
    const session = visit.required
      ? theirs.useSession({ required: true, onUnauthenticated: visit.onUnauthenticated })
      : theirs.useSession()
    tell(session.status, uaidOf(session.data))
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
function withOurs(visit: Visit): Person {
  let person: Person | undefined
  const { required, onUnauthenticated, refetchOnWindowFocus, refetchInterval, refetchWhenOffline } = visit
  const client = new SessionClient({ refetchOnWindowFocus, refetchInterval, refetchWhenOffline })
  function Page() {
    const session = useSession({ required, onUnauthenticated })
    const { signInWith } = useAuth()
    tell(session.status, uaidOf(session.data))
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
      held = new Promise<void>((resolve) => (release = resolve))
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
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => act(() => vi.advanceTimersByTimeAsync(0))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const focus = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
const network = (up: boolean) =>
  act(() => {
    online = up
    window.dispatchEvent(new Event(up ? 'online' : 'offline'))
  })
const otherTab = (newValue: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue })))
const word = (trigger: string) =>
  JSON.stringify({ event: 'session', data: { trigger }, timestamp: 1_795_235_400 })

type Scenario = (person: Person) => Promise<unknown>

async function visited(visit: (visit: Visit) => Person, how: Visit, server: Answers, scenario: Scenario) {
  cleanup()
  vi.setSystemTime(START)
  seen = []
  states = []
  online = true
  held = undefined
  answers = { ...server }
  vi.stubGlobal('fetch', fakeFetch)
  vi.stubGlobal('location', location)
  localStorage.clear()
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    seen.push(`tell ${key} ${value}`)
  })
  const person = visit(how)
  await settle()
  const result = await scenario(person)
  await settle()
  setItem.mockRestore()
  return { seen, states, result }
}

async function compared(how: Visit, server: Answers, scenario: Scenario = async () => undefined) {
  const expected = await visited(withTheirs, how, server, scenario)
  const ours = await visited(withOurs, how, server, scenario)
  return { expected, ours }
}

async function equal(how: Visit, server: Answers, scenario?: Scenario) {
  const { expected, ours } = await compared(how, server, scenario)
  expect(ours).toEqual(expected)
  return ours
}

describe('as next-auth does it', () => {
  it('asks once at first and says who is there', async () => {
    const { states: told, seen: said } = await equal({}, SIGNED_IN)
    expect(told.map(({ status }) => status)).toEqual(['loading', 'authenticated'])
    expect(said).toEqual([
      'GET /api/auth/session (application/json)',
      'tell nextauth.message {"event":"session","data":{"trigger":"getSession"},"timestamp":1795235400}',
    ])
  })

  it('says that nobody is there', async () => {
    const { states: told } = await equal({}, SIGNED_OUT)
    expect(told.map(({ status }) => status)).toEqual(['loading', 'unauthenticated'])
  })

  it('logs a failed fetch and takes it for nobody at first', async () => {
    const { seen: said } = await equal({}, { ...SIGNED_IN, session: 'unreachable' })
    expect(said[1]).toBe(
      'POST /api/auth/_log client=true&code=CLIENT_FETCH_ERROR&level=error&message=Failed to fetch&url=/api/auth/session',
    )
  })

  it('logs a refusal with its message', async () => {
    await equal({}, { ...SIGNED_IN, session: { status: 500, body: { message: 'There is a problem' } } })
  })

  it('sends a visitor without a session to sign in and back', async () => {
    const { seen: said, states: told } = await equal({ required: true }, SIGNED_OUT)
    expect(said.at(-1)).toBe(
      `go /api/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(HERE)}`,
    )
    expect(told.map(({ status }) => status)).toEqual(['loading'])
  })

  it('calls the handler given instead', async () => {
    const handler = vi.fn()
    const { seen: said } = await equal({ required: true, onUnauthenticated: handler }, SIGNED_OUT)
    expect(handler).toHaveBeenCalledTimes(2)
    expect(said.some((line) => line.startsWith('go '))).toBe(false)
  })

  it('asks again when the tab comes to the front', async () => {
    await equal({}, SIGNED_IN, focus)
    await equal({ refetchOnWindowFocus: false }, SIGNED_IN, focus)
    // Nobody is there: nothing to lose.
    await equal({}, SIGNED_OUT, focus)
  })

  it('asks again on word from another tab, and tells nobody then', async () => {
    const { seen: said } = await equal({}, SIGNED_OUT, async () => {
      answers.session = { body: PERSON }
      otherTab(word('getSession'))
      otherTab(word('getSession'))
    })
    expect(said.filter((line) => line.includes('/session'))).toHaveLength(3)
    expect(said.filter((line) => line.startsWith('tell'))).toHaveLength(1)
  })

  it('is signed out by word from another tab', async () => {
    const { states: told } = await equal({}, SIGNED_IN, async () => {
      answers.session = { body: {} }
      otherTab(word('signout'))
      await pass(0)
    })
    expect(told.at(-1)?.status).toBe('unauthenticated')
  })

  it('hears nothing in words of another kind', async () => {
    await equal({}, SIGNED_IN, async () => {
      otherTab(null)
      otherTab('{"event":"other","data":{}}')
      otherTab('{"event":"session"}')
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: word('x') })))
    })
  })

  it('polls somebody who is there, and stops without a network', async () => {
    const { seen: said } = await equal({ refetchInterval: 60 }, SIGNED_IN, async () => {
      await pass(60_000)
      network(false)
      await pass(120_000)
      network(true)
      await pass(59_999)
      await pass(1)
    })
    expect(said.filter((line) => line.startsWith('GET'))).toHaveLength(3)
  })

  it('polls on without a network when it may', async () => {
    const offline = async () => {
      network(false)
      await pass(60_000)
    }
    const { seen: said } = await equal({ refetchInterval: 60, refetchWhenOffline: true }, SIGNED_IN, offline)
    expect(said.filter((line) => line.startsWith('GET'))).toHaveLength(2)
  })

  it('does not poll for nobody', async () => {
    await equal({ refetchInterval: 60 }, SIGNED_OUT, () => pass(180_000))
  })

  it('signs in by password and stays', async () => {
    const { result, seen: said } = await visited(withTheirs, {}, SIGNED_OUT, enter)
    expect(result).toEqual({ error: null, status: 200, ok: true, url: `${ORIGIN}/en-gb/` })
    const ours = await visited(withOurs, {}, SIGNED_OUT, enter)
    expect(ours.result).toEqual(result)
    // The one line more tells the other tabs.
    expect(ours.seen.slice(0, said.length)).toEqual(said)
    expect(ours.seen.slice(said.length)).toEqual([expect.stringContaining('"trigger":"getSession"')])
  })

  it('signs in by password and goes', async () => {
    const { seen: said } = await equal({}, SIGNED_OUT, ({ signIn }) =>
      signIn('credentials', { email: 'sam@example.com', password: 'p&q=r' }),
    )
    expect(said.slice(2)).toEqual([
      'GET /api/auth/providers (application/json)',
      'GET /api/auth/csrf (application/json)',
      'POST /api/auth/callback/credentials (application/x-www-form-urlencoded) ' +
        `email=sam%40example.com&password=p%26q%3Dr&csrfToken=c0ffee&callbackUrl=${encodeURIComponent(HERE)}&json=true`,
      `go ${ORIGIN}/en-gb/`,
    ])
  })

  it.each([
    ['a wrong password', 401, 'CredentialsSignin'],
    ['a refusal', 403, 'AccessDenied'],
    ['too many tries', 429, 'TooManyRequests'],
    ['a code that is asked for', 401, 'SecondFactorRequired'],
    ['a wrong code', 401, 'SecondFactorWrong'],
  ])('gives %s as its result', async (_name, status, error) => {
    const url = `${ORIGIN}/api/auth/error?error=${error}&provider=credentials`
    const server = { ...SIGNED_OUT, 'callback/credentials': { status, body: { url } } }
    const { result } = await equal({}, server, enter)
    expect(result).toEqual({ error, status, ok: false, url: null })
  })

  it('goes to a provider elsewhere, whether or not it was to stay', async () => {
    const go = (options: SignInOptions) => (person: Person) => person.signIn('club', {}, options)
    const { seen: said, result } = await equal({}, SIGNED_OUT, go({ redirect: false }))
    expect(said.at(-1)).toBe('go https://club.example/authorise?x=1')
    expect(result).toBeUndefined()
    await equal({}, SIGNED_OUT, go({ callbackUrl: `${ORIGIN}/en-gb/my-account` }))
    await equal({}, SIGNED_OUT, go({ authorization: { login_hint: 'sam@example.com' } }))
  })

  it('asks for a letter and stays', async () => {
    const { expected, ours } = await compared({}, SIGNED_OUT, ({ signIn }) =>
      signIn('letter', { email: 'sam@example.com' }, { redirect: false }),
    )
    expect(ours.result).toEqual(expected.result)
    expect(ours.seen.slice(0, expected.seen.length)).toEqual(expected.seen)
  })

  it('goes to the sign-in page for a provider that it does not know', async () => {
    for (const provider of ['nobody', undefined]) {
      const { seen: said } = await equal({}, SIGNED_OUT, ({ signIn }) => signIn(provider))
      expect(said.at(-1)).toBe(`go /api/auth/signin?callbackUrl=${encodeURIComponent(HERE)}`)
    }
  })

  it('goes to the error page without a list of providers', async () => {
    for (const providers of ['unreachable', { body: {} }, { status: 500, body: {} }] as const) {
      const { seen: said } = await equal({}, { ...SIGNED_OUT, providers }, enter)
      expect(said.at(-1)).toBe('go /api/auth/error')
    }
  })

  it('loads the page anew when it is to go to a hash of it', async () => {
    const server = { ...SIGNED_OUT, 'callback/credentials': { body: { url: `${HERE}#tests` } } }
    const { seen: said } = await equal({}, server, ({ signIn }) => signIn('credentials'))
    expect(said.slice(-2)).toEqual([`go ${HERE}#tests`, 'reload'])
  })

  it('sends what it has when no CSRF token comes', async () => {
    const server = { ...SIGNED_OUT, csrf: { status: 500, body: { message: 'no' } } }
    const { seen: said } = await equal({}, server, ({ signIn }) => signIn('credentials'))
    expect(said.at(-2)).toContain('csrfToken=undefined')
  })

  it('signs out, tells the other tabs, and goes where the server says', async () => {
    const { seen: said } = await equal({}, SIGNED_IN, ({ signOut }) => signOut(`${ORIGIN}/en-gb/`))
    expect(said.slice(2)).toEqual([
      'GET /api/auth/csrf (application/json)',
      'POST /api/auth/signout (application/x-www-form-urlencoded) ' +
        `csrfToken=c0ffee&callbackUrl=${encodeURIComponent(`${ORIGIN}/en-gb/`)}&json=true`,
      'tell nextauth.message {"event":"session","data":{"trigger":"signout"},"timestamp":1795235400}',
      `go ${ORIGIN}/en-gb/`,
    ])
  })

  it("follows a provider's own sign-out", async () => {
    const url = 'https://club.example/end?id_token_hint=x'
    const { seen: said } = await equal({}, { ...SIGNED_IN, signout: { body: { url } } }, ({ signOut }) =>
      signOut(),
    )
    expect(said.at(-1)).toBe(`go ${url}`)
  })

  it('updates the session, loading meanwhile, and tells the other tabs', async () => {
    const { seen: said, states: told } = await equal({}, SIGNED_IN, ({ update }) => {
      answers.session = { body: { ...PERSON, user: { ...PERSON.user, name: 'Alex' } } }
      return update({ name: 'Alex' }).then(uaidOf)
    })
    expect(said.slice(2)).toEqual([
      'GET /api/auth/csrf (application/json)',
      'POST /api/auth/session (application/json) {"csrfToken":"c0ffee","data":{"name":"Alex"}}',
      'tell nextauth.message {"event":"session","data":{"trigger":"getSession"},"timestamp":1795235400}',
    ])
    expect(told.map(({ status }) => status)).toEqual(['loading', 'authenticated', 'loading', 'authenticated'])
  })

  it('keeps the session when its update is refused', async () => {
    const { result, states: told } = await equal({}, SIGNED_IN, ({ update }) => {
      answers.session = { status: 400, body: {} }
      return update({})
    })
    expect(result).toBeNull()
    expect(told.at(-1)).toEqual({ status: 'authenticated', uaid: '7' })
  })

  it('updates nothing for nobody', async () => {
    const { result } = await equal({}, SIGNED_OUT, ({ update }) => update({}))
    expect(result).toBeUndefined()
  })

  it('gives the providers, and null when there are none', async () => {
    vi.stubGlobal('fetch', fakeFetch)
    for (const providers of [{ body: PROVIDERS }, { body: {} }, { status: 500, body: {} }]) {
      answers = { ...SIGNED_IN, providers }
      expect(await fetchProviders()).toEqual(await theirs.getProviders())
    }
  })
})

describe('not as next-auth does it', () => {
  it('a known session outlives a question that failed', async () => {
    const { expected, ours } = await compared({}, SIGNED_IN, async () => {
      answers.session = 'unreachable'
      await focus()
    })
    expect(ours.seen).toEqual(expected.seen)
    expect(expected.states.at(-1)?.status).toBe('unauthenticated')
    expect(ours.states.at(-1)?.status).toBe('authenticated')
  })

  it('asks again for somebody whom a failed question left unknown', async () => {
    const server = { ...SIGNED_IN, session: 'unreachable' } as Answers
    const { expected, ours } = await compared({}, server, async () => {
      answers.session = { body: PERSON }
      await focus()
    })
    expect(expected.states.at(-1)?.status).toBe('unauthenticated')
    expect(ours.states.at(-1)?.status).toBe('authenticated')
  })

  it('takes an answer without an address as a failure, where next-auth throws', async () => {
    const body = { succeeded: false, error: { errorCode: 'UNAVAILABLE', errorMessage: '' } }
    const server = { ...SIGNED_OUT, 'callback/credentials': { status: 503, body } }
    const trying = (person: Person) => enter(person).catch(() => 'thrown')
    const { expected, ours } = await compared({}, server, trying)
    expect(expected.result).toBe('thrown')
    expect(ours.result).toEqual({ error: 'UNAVAILABLE', status: 503, ok: false, url: null })
    expect(ours.seen).toEqual(expected.seen)
  })
})

function enter({ signIn }: Person) {
  return signIn(
    'credentials',
    { emailAddress: 'sam@example.com', password: 'x' },
    { redirect: false, callbackUrl: HERE },
  )
}
