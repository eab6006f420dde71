import { field, press, queriesKnowing, renderQueried, screen, userEvent, waitFor } from '../../../test/kit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import type { Provider, SignInResult } from '../../../auth/sign-in-calls'
import { useAuthData } from '../../../state/auth-store'
import { LoginForm } from './LoginForm'

const signIn = vi.fn<(fields: object, callbackUrl: string) => Promise<SignInResult>>()
const signInWith = vi.fn<(id: string, fields: object, options: object) => Promise<undefined>>()
const enterBy = vi.fn<(entry: string, fields: object, callbackUrl: string) => Promise<SignInResult>>()
vi.mock('../../../auth/sign-in', () => ({
  useSignIn: () => ({ signIn, signInWith, enter: enterBy }),
}))
const passkeys = vi.hoisted(() => ({
  can: false,
  askForPasskey: vi.fn<() => Promise<object>>(),
  offerPasskeys: vi.fn<(use: (answer: object) => Promise<boolean>) => () => void>(),
  forgetPasskey: vi.fn<() => Promise<void>>(),
}))
vi.mock('../../../auth/passkey-support', () => ({ canUsePasskeys: () => passkeys.can }))
vi.mock('../../../auth/passkeys', () => ({ ...passkeys, passkeyProblem: () => 'PASSKEY_STOPPED' }))
const sendSignInLink = vi.hoisted(() =>
  vi.fn<(wanted: { email: string; callbackUrl: string | undefined }) => Promise<object>>(),
)
vi.mock('../api', () => ({ sendSignInLink }))
vi.mock('../form/checks', async (original) => ({
  ...(await original<typeof import('../form/checks')>()),
  checkFields: () => Promise.resolve([]),
}))
const ATHLETE_PAGE = '/en-gb/my-account'
const query = vi.hoisted(() => ({ current: {} as { error?: string; callbackUrl?: string }, target: '' }))
vi.mock('./use-enter', () => ({ useEnter: () => query.target, useLoginQuery: () => query.current }))

const OWN = {
  id: 'credentials',
  name: 'Account',
  type: 'credentials',
  signinUrl: '',
  callbackUrl: '',
} as const
const CLUB = { id: 'club', name: 'Club ID', type: 'oauth', signinUrl: '', callbackUrl: '' } as const
const refused = (error: string): SignInResult => ({ error, status: 401, ok: false, url: null })

function show(providers: Provider[], authMode = 'both') {
  const config = { authMode, libraryEntry: {} }
  renderQueried(<LoginForm />, queriesKnowing([queryKeys.providers, providers], [queryKeys.config, config]))
}

async function enter() {
  await userEvent.type(field('E-mail'), ' sam@example.org ')
  await userEvent.type(field('Password'), 'six corners of the track')
  await press('Sign in')
}

beforeEach(() => {
  query.current = {}
  query.target = ATHLETE_PAGE
  useAuthData.setState(useAuthData.getInitialState())
  sessionStorage.clear()
  signIn.mockReset()
  signInWith.mockReset()
  enterBy.mockReset()
  passkeys.can = false
  passkeys.askForPasskey.mockReset()
  passkeys.offerPasskeys.mockReset()
  passkeys.forgetPasskey.mockReset()
  passkeys.forgetPasskey.mockResolvedValue()
})

describe('the login page', () => {
  it('has the form alone where there is no provider', () => {
    show([OWN], 'credentials')
    expect(field('Password')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull()
  })

  it('has the providers alone with single sign-on only', async () => {
    signInWith.mockResolvedValue(undefined)
    show([CLUB], 'sso')
    expect(screen.queryByLabelText('Password')).toBeNull()
    await press(/Continue with Club ID/)
    const callbackUrl = 'http://localhost:8080/en-gb/my-account'
    expect(signInWith).toHaveBeenCalledWith('club', {}, { callbackUrl })
  })

  it('offers the provider again to somebody who goes back from its page', async () => {
    signInWith.mockResolvedValue(undefined)
    show([CLUB], 'sso')
    const button = screen.getByRole('button', { name: /Continue with Club ID/ })
    await userEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false))
    await userEvent.click(button)
    expect(signInWith).toHaveBeenCalledTimes(2)
  })

  it('names the provider that somebody comes back from', () => {
    query.current = { error: 'OAuthAccountNotLinked' }
    sessionStorage.setItem('sixfold.provider', 'Club ID')
    show([OWN, CLUB])
    expect(screen.getByText(/then connect Club ID in My Profile/)).toBeTruthy()
  })

  it('asks nobody for a password first where there are none', () => {
    query.current = { error: 'OAuthAccountNotLinked' }
    sessionStorage.setItem('sixfold.provider', 'Club ID')
    show([CLUB], 'sso')
    expect(screen.getByText(/Club ID does not open the account you have here/)).toBeTruthy()
    expect(screen.queryByText(/password/)).toBeNull()
  })

  it('takes the chosen time along to sign-up', () => {
    const slot = '/en-gb/my-account-book-test?date=2026-11-24T10%3A15'
    query.current = { callbackUrl: slot }
    show([OWN])
    const link = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign up' }).href)
    expect([link.pathname, link.searchParams.get('callbackUrl')]).toEqual(['/en-gb/register', slot])
  })

  // RULES 15.7
  it('takes a crew’s link along to sign-up behind the #', () => {
    const callbackUrl = '/en-gb/crew#0123456789abcdefghijkl'
    query.current = { callbackUrl }
    show([OWN])
    const { pathname, search, hash } = new URL(
      screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign up' }).href,
    )
    expect([pathname, search]).toEqual(['/en-gb/register', ''])
    expect(new URLSearchParams(hash.slice(1)).get('callbackUrl')).toBe(callbackUrl)
  })

  it('tells a wrong password above the form and keeps the address', async () => {
    signIn.mockResolvedValue(refused('CredentialsSignin'))
    show([OWN])
    await enter()
    expect((await screen.findByRole('alert')).textContent).toContain('do not match')
    expect(field('E-mail').value).toBe('sam@example.org')
  })

  it('asks for the code in place, tells a wrong one beside its field, and takes a recovery code', async () => {
    signIn.mockResolvedValueOnce(refused('SecondFactorRequired'))
    show([OWN])
    await enter()
    const code = await screen.findByLabelText('Code from your app')
    signIn.mockResolvedValueOnce(refused('SecondFactorWrong'))
    await userEvent.type(code, '123 456')
    await press('Sign in')
    await screen.findByRole('alert')
    expect(code.getAttribute('aria-invalid')).toBe('true')
    expect(signIn).toHaveBeenLastCalledWith(
      { emailAddress: 'sam@example.org', password: 'six corners of the track', oneTimeCode: '123456' },
      expect.any(String),
    )
    signIn.mockResolvedValueOnce({ error: null, status: 200, ok: true, url: '/' })
    await press('Use a recovery code')
    await userEvent.type(field('Recovery code'), 'abcde-fghjk')
    await press('Sign in')
    expect(signIn.mock.lastCall?.[0]).toMatchObject({ oneTimeCode: 'abcde-fghjk' })
  })

  it('sends no code that cannot be one, and leads back to the form with the address', async () => {
    signIn.mockResolvedValueOnce(refused('SecondFactorRequired'))
    show([OWN])
    await enter()
    await userEvent.type(await screen.findByLabelText('Code from your app'), '12')
    await press('Sign in')
    expect((await screen.findByRole('alert')).textContent).toContain('6 digits')
    expect(signIn).toHaveBeenCalledOnce()
    await press('Back')
    expect(field('E-mail').value).toBe('sam@example.org')
    expect(field('Password').value).toBe('')
  })

  it.each([
    { target: ATHLETE_PAGE, login: 'failed', adminLogin: 'idle' },
    { target: '/en-gb/staff-account-pd-admin', login: 'idle', adminLogin: 'failed' },
  ])('keeps the status of a sign-in on the way to $target', async ({ target, login, adminLogin }) => {
    query.target = target
    signIn.mockResolvedValue(refused('CredentialsSignin'))
    show([OWN])
    await enter()
    await screen.findByRole('alert')
    expect(useAuthData.getState().status).toMatchObject({ login, adminLogin })
  })

  // RULES 10.9
  it('signs in with a passkey, pressed for or offered by the browser', async () => {
    passkeys.can = true
    const answer = { challenge: 'sealed', credential: { id: 'key' } }
    passkeys.askForPasskey.mockResolvedValue(answer)
    enterBy.mockResolvedValue({ error: null, status: 200, ok: true, url: '/' })
    show([OWN])
    expect(field('E-mail').autocomplete).toBe('username webauthn')
    await press('Sign in with a passkey')
    const callbackUrl = `http://localhost:8080${ATHLETE_PAGE}`
    await vi.waitFor(() => expect(enterBy).toHaveBeenCalledWith('passkeys/sign-in', answer, callbackUrl))
    const [use] = passkeys.offerPasskeys.mock.lastCall ?? []
    expect(await use?.(answer)).toBe(true)
    expect(enterBy).toHaveBeenCalledTimes(2)
  })

  it('tells why a passkey was not taken, and has the browser forget one that is not in use', async () => {
    passkeys.can = true
    passkeys.askForPasskey.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    show([OWN])
    await press('Sign in with a passkey')
    expect((await screen.findByRole('alert')).textContent).toContain('That was stopped')
    passkeys.askForPasskey.mockResolvedValue({ challenge: 'sealed', credential: { id: 'key' } })
    enterBy.mockResolvedValue(refused('PASSKEY_UNKNOWN'))
    await press('Sign in with a passkey')
    await screen.findByText(/not in use here any more/)
    expect(passkeys.forgetPasskey).toHaveBeenCalledOnce()
  })

  it('has no passkeys where the browser has none, or with single sign-on only', () => {
    show([OWN])
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
    expect(passkeys.offerPasskeys).not.toHaveBeenCalled()
  })

  // RULES 10.10
  it('mails a link to the address that was typed, and leads back with it', async () => {
    const callbackUrl = '/en-gb/my-account-book-test'
    query.current = { callbackUrl }
    sendSignInLink.mockResolvedValue({ done: true })
    show([OWN])
    await userEvent.type(field('E-mail'), 'sam@example.org')
    await press('E-mail me a link')
    await press('Send the link')
    await screen.findByText(/the link is on its way/)
    expect(sendSignInLink.mock.lastCall?.[0]).toEqual({ email: 'sam@example.org', callbackUrl })
    await press('Back')
    expect(field('E-mail').value).toBe('sam@example.org')
  })
})
