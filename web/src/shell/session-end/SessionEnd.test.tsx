import { act, answered, field, fireEvent, renderQueried, screen, waitFor } from '../../test/kit'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { learnServerNow } from '../../api/clock'
import { makeQueryClient } from '../../api/query-client'
import { forgetCsrfToken } from '../../api/client/csrf'
import { SessionClient } from '../../auth/session-client'
import { SessionProvider, useSession } from '../../auth/SessionProvider'
import { useAlert } from '../../state/alert-store'
import { useFreshSignIn } from '../../state/fresh-sign-in'
import { silentFetch } from '../../test/silent-fetch'
import { SessionEnd } from './SessionEnd'

const passkeys = vi.hoisted(() => ({
  can: false,
  askForPasskey: vi.fn<() => Promise<object>>(),
  forgetPasskey: vi.fn<() => Promise<void>>(),
}))
vi.mock('../../auth/passkey-support', () => ({ canUsePasskeys: () => passkeys.can }))
vi.mock('../../auth/passkeys', () => ({ ...passkeys, passkeyProblem: () => 'PASSKEY_STOPPED' }))

const MINUTE = 60_000
const HOME = 'http://localhost:8080/en-gb/'
const ways = {
  credentials: { id: 'credentials', name: 'Sixfold account', type: 'credentials' },
  club: { id: 'club', name: 'Club Account', type: 'oauth' },
}
const UNI = { id: 'uni', name: 'Uni', type: 'oauth' }

let stamp = 0
let providers: object = ways
let refusal: { status: number; error: string } | null = null
let sent: URLSearchParams[] = []
let byPasskey: unknown[] = []
let left: string[] = []
let signedIn = true
let linked: string[] = []
let withPassword = true
let mailedTo: unknown[] = []
let identitiesAsked = 0

function server(url: string, init?: RequestInit): Response {
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  if (url.endsWith('/providers')) return json(providers)
  if (url.endsWith('/csrf')) return json({ csrfToken: 'c' })
  if (url.endsWith('/session') && !signedIn) return json({})
  if (url.endsWith('/session'))
    return json({ user: { email: 'sam@example.com' }, expires: '', uaid: '7', role: 1, stamp })
  if (url.includes('/user/identities')) {
    identitiesAsked += 1
    const identities = linked.map((provider) => ({ provider, name: provider, email: null, linkedAt: 0 }))
    return answered({ identities, password: withPassword })
  }
  if (url.includes('/sign-in-link')) {
    mailedTo.push((JSON.parse(String(init?.body as string)) as { email: unknown }).email)
    return answered({ done: true })
  }
  if (url.endsWith('/passkeys/sign-in')) {
    byPasskey.push(JSON.parse(String(init?.body as string)))
    if (refusal) return json({ error: { errorCode: refusal.error } }, refusal.status)
    stamp = Date.now()
    signedIn = true
    return json({ url: HOME })
  }
  sent.push(new URLSearchParams(String(init?.body as URLSearchParams)))
  if (url.endsWith('/callback/credentials')) {
    if (refusal) return json({ url: `${HOME}error?error=${refusal.error}` }, refusal.status)
    stamp = Date.now()
    signedIn = true
    return json({ url: HOME })
  }
  if (url.endsWith('/signin/club')) return json({ url: 'https://club.example/authorise' })
  return json({ url: HOME })
}

function Page() {
  const { data } = useSession()
  return (
    <>
      <input aria-label="Half-filled" />
      {data && <SessionEnd session={data} clockKnown />}
    </>
  )
}

async function show(age: number, queries?: QueryClient) {
  stamp = Date.now() - age
  learnServerNow(new Date().toISOString())
  const client = new SessionClient({ leave: (why) => left.push(why), stays: (why) => why === 'ended' })
  renderQueried(
    <SessionProvider client={client}>
      <Page />
    </SessionProvider>,
    queries,
  )
  await waitFor(() => expect(client.getState().status).toBe('authenticated'))
  return client
}

const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}

beforeEach(() => {
  providers = ways
  refusal = null
  sent = []
  byPasskey = []
  left = []
  signedIn = true
  linked = ['club']
  withPassword = true
  mailedTo = []
  useFreshSignIn.getState().stop()
  identitiesAsked = 0
  passkeys.can = false
  passkeys.askForPasskey.mockReset()
  passkeys.forgetPasskey.mockReset()
  forgetCsrfToken()
  useAlert.getState().dismiss()
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => Promise.resolve(server(url, init)))
})
it('says nothing before the last five minutes', async () => {
  await show(52 * MINUTE)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('begins a new session in place, keeps what was typed, and says so', async () => {
  await show(54 * MINUTE)
  type('Half-filled', 'hello')
  expect(await screen.findByRole('alertdialog', { name: 'Into the last five minutes' })).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toMatch(/^[34]:\d\d$/)
  await screen.findByLabelText('Password')
  type('Password', 'six-corners-of-the-track')
  await press('Stay signed in')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent[0]?.get('email')).toBe('sam@example.com')
  expect(sent[0]?.get('password')).toBe('six-corners-of-the-track')
  expect(sent[0]?.get('redirect')).toBe('false')
  expect(field('Half-filled').value).toBe('hello')
  expect(useAlert.getState().alert?.message).toContain('another 58 minutes')
  expect(left).toEqual([])
})

it('asks for a password before it asks the server', async () => {
  await show(54 * MINUTE)
  await press('Stay signed in')
  expect(screen.getAllByText('Enter your password.')).not.toEqual([])
  expect(sent).toEqual([])
})

it('tells a wrong password beside it, and takes the person there', async () => {
  refusal = { status: 401, error: 'CredentialsSignin' }
  await show(54 * MINUTE)
  await screen.findByLabelText('Password')
  type('Password', 'not-the-password')
  await press('Stay signed in')
  expect(screen.getByText('That is not your password. Try again.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Password'))
  refusal = { status: 429, error: 'TooManyRequests' }
  await press('Stay signed in')
  expect((await screen.findByRole('alert')).textContent).toContain('That was a lot of tries')
})

it('asks for a code when the server does, and tells a wrong one', async () => {
  refusal = { status: 401, error: 'SecondFactorRequired' }
  await show(54 * MINUTE)
  await screen.findByLabelText('Password')
  expect(screen.queryByLabelText('One-time code')).toBeNull()
  type('Password', 'six-corners-of-the-track')
  await press('Stay signed in')
  await screen.findByLabelText('One-time code')
  refusal = { status: 401, error: 'SecondFactorWrong' }
  type('One-time code', '123 456')
  await press('Stay signed in')
  expect(sent[1]?.get('oneTimeCode')).toBe('123456')
  expect(screen.getAllByText(/^That code is not right/)).not.toEqual([])
  refusal = null
  await press('Stay signed in')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('takes a passkey instead, and the page stays', async () => {
  passkeys.can = true
  const answer = { challenge: 'sealed', credential: { id: 'key' } }
  passkeys.askForPasskey.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  passkeys.askForPasskey.mockResolvedValue(answer)
  await show(54 * MINUTE)
  type('Half-filled', 'hello')
  await press('Sign in with a passkey')
  expect((await screen.findByRole('alert')).textContent).toContain('That was stopped')
  refusal = { status: 401, error: 'PASSKEY_UNKNOWN' }
  await press('Sign in with a passkey')
  await screen.findByText(/not in use here any more/)
  expect(passkeys.forgetPasskey).toHaveBeenCalledWith(answer)
  refusal = null
  await press('Sign in with a passkey')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(byPasskey.at(-1)).toMatchObject(answer)
  expect(field('Half-filled').value).toBe('hello')
  expect(left).toEqual([])
})

it('offers no passkey where the browser has none', async () => {
  await show(54 * MINUTE)
  await screen.findByLabelText('Password')
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
})

it('opens a provider beside the page, which stays', async () => {
  const beside = { location: { href: '' }, close: vi.fn() }
  vi.stubGlobal('open', () => beside)
  await show(54 * MINUTE)
  await press('Continue with Club Account')
  await waitFor(() => expect(beside.location.href).toBe('https://club.example/authorise'))
  expect(sent[0]?.get('callbackUrl')).toBe(`${HOME}#signed-in-again`)
  // The session that began there arrives by word from the other tab.
  stamp = Date.now()
  const newValue = JSON.stringify({ event: 'session', data: { trigger: 'getSession' }, timestamp: 1 })
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue })))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('offers a provider that is not connected only once the session is lost', async () => {
  providers = { ...ways, uni: UNI }
  linked = ['uni']
  const client = await show(54 * MINUTE)
  await screen.findByRole('button', { name: 'Continue with Uni' })
  expect(screen.queryByRole('button', { name: 'Continue with Club Account' })).toBeNull()
  signedIn = false
  await act(() => client.refetch())
  await screen.findByRole('button', { name: 'Continue with Club Account' })
})

it('does not ask what is connected once the session is lost', async () => {
  linked = []
  const client = await show(10 * MINUTE)
  signedIn = false
  await act(() => client.refetch())
  await screen.findByRole('button', { name: 'Continue with Club Account' })
  expect(identitiesAsked).toBe(0)
})

it('says so when the browser blocks the new tab', async () => {
  vi.stubGlobal('open', () => null)
  await show(54 * MINUTE)
  await press('Continue with Club Account')
  expect((await screen.findByRole('alert')).textContent).toContain('blocked')
})

it('offers neither password nor passkey with single sign-on only', async () => {
  passkeys.can = true
  providers = { club: ways.club }
  await show(54 * MINUTE)
  await screen.findByRole('button', { name: 'Continue with Club Account' })
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
})

it('lets somebody without a password, provider or passkey show that it is them', async () => {
  linked = []
  withPassword = false
  const client = await show(12 * MINUTE)
  type('Half-filled', 'hello')
  act(() => useFreshSignIn.getState().ask())
  const dialog = await screen.findByRole('alertdialog', { name: 'Show us it’s you' })
  expect(dialog.textContent).toContain('then press the same button once more')
  expect(screen.queryByRole('timer')).toBeNull()
  await press('Mail me a link')
  await screen.findByText(/on its way to sam@example.com/)
  expect(mailedTo).toEqual(['sam@example.com'])
  expect(screen.queryByLabelText('Password')).toBeNull()
  // They follow it in another tab.
  stamp = Date.now()
  await act(() => client.refetch())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(useFreshSignIn.getState().asked).toBe(false)
  expect(field('Half-filled').value).toBe('hello')
})

it('asks nobody for a password before it knows that they have one', async () => {
  linked = []
  withPassword = false
  let answer = () => {}
  const known = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('/user/identities')) await known
    return server(url, init)
  })
  await show(54 * MINUTE)
  await screen.findByRole('alertdialog', { name: 'Into the last five minutes' })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByLabelText('Password')).toBeNull()
  act(() => answer())
  await screen.findByRole('button', { name: 'Mail me a link' })
  expect(screen.queryByLabelText('Password')).toBeNull()
})

it('asks for the password soon where it stays unknown whether they have one', async () => {
  let tries = 0
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.includes('/user/identities')) return Promise.resolve(server(url, init))
    tries += 1
    return silentFetch(url, init)
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show(54 * MINUTE, makeQueryClient())
  await screen.findByText('Loading the ways to sign in')
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  screen.getByLabelText('Password')
  expect(tries).toBe(1)
})

it.each([
  ['with a password', true, ways],
  ['without one', false, ways],
  ['with single sign-on only', false, { club: ways.club }],
])('lets somebody %s sign out at once, and says so if that failed', async (_, has, offered) => {
  withPassword = has
  providers = offered
  let reached = false
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.endsWith('/signout') && !reached
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(server(url, init)),
  )
  await show(54 * MINUTE)
  await press('Sign out now')
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot reach the academy/)
  expect(left).toEqual([])
  reached = true
  await press('Sign out now')
  await waitFor(() => expect(left).toEqual(['signedOut']))
})

it.each([
  ['how they sign in is', '/user/identities'],
  ['the providers are', '/providers'],
])('lets somebody sign out while %s not known yet', async (_, slow) => {
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes(slow) ? new Promise(() => {}) : Promise.resolve(server(url, init)),
  )
  await show(54 * MINUTE)
  await screen.findByText('Loading the ways to sign in')
  await press('Sign out now')
  await waitFor(() => expect(left).toEqual(['signedOut']))
})

it('lets somebody else sign in while the ways to sign in are not known yet', async () => {
  const client = await show(10 * MINUTE)
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.endsWith('/providers') ? new Promise(() => {}) : Promise.resolve(server(url, init)),
  )
  signedIn = false
  await act(() => client.refetch())
  await screen.findByText('Loading the ways to sign in')
  screen.getByRole('link', { name: 'Sign in as somebody else' })
})

it('lets somebody leave that for later', async () => {
  await show(12 * MINUTE)
  act(() => useFreshSignIn.getState().ask())
  await screen.findByRole('alertdialog', { name: 'Show us it’s you' })
  await press('Close')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  act(() => useFreshSignIn.getState().ask())
  await screen.findByRole('alertdialog', { name: 'Show us it’s you' })
})

it('ends at 58 minutes', async () => {
  await show(58 * MINUTE)
  await waitFor(() => expect(left).toEqual(['over']))
})

it('stays when its session was renewed in another tab while this one slept', async () => {
  const client = await show(50 * MINUTE)
  type('Half-filled', 'hello')
  const awake = Date.now() + 15 * MINUTE
  stamp = awake - 10 * MINUTE
  vi.spyOn(Date, 'now').mockReturnValue(awake)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(client.getState().data?.stamp).toBe(stamp))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(sent).toEqual([])
  expect(left).toEqual([])
  expect(field('Half-filled').value).toBe('hello')
})

it('asks the same person to sign in again once the session is lost, and keeps what was typed', async () => {
  const client = await show(10 * MINUTE)
  type('Half-filled', 'hello')
  signedIn = false
  await act(() => client.refetch())
  const dialog = await screen.findByRole('alertdialog', { name: 'You have been signed out' })
  expect(dialog.textContent).toContain('This page, and what you typed, is still here.')
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await screen.findByLabelText('Password')
  expect(screen.getByText('sam@example.com')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in as somebody else' }).getAttribute('href')).toBe(
    '/en-gb/login',
  )
  type('Password', 'six-corners-of-the-track')
  await press('Sign in')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent[0]?.get('email')).toBe('sam@example.com')
  expect(field('Half-filled').value).toBe('hello')
  expect(useAlert.getState().alert?.message).toContain('another 58 minutes')
  expect(left).toEqual([])
})
