import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import type { Provider, SignInResult } from '../../../auth/protocol'
import { useAuthData } from '../../../state/auth-store'
import { LoginForm } from './LoginForm'

const signIn = vi.fn<(fields: object, callbackUrl: string) => Promise<SignInResult>>()
const signInWith = vi.fn<(id: string, fields: object, options: object) => Promise<undefined>>()
vi.mock('../../../auth/SessionProvider', () => ({ useAuth: () => ({ signIn, signInWith }) }))
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
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  queries.setQueryData(queryKeys.providers, providers)
  queries.setQueryData(queryKeys.config, { authMode, libraryEntry: {} })
  render(
    <QueryClientProvider client={queries}>
      <LoginForm />
    </QueryClientProvider>,
  )
}

async function enter() {
  await userEvent.type(screen.getByLabelText('E-mail'), ' sam@example.org ')
  await userEvent.type(screen.getByLabelText('Password'), 'six corners of the track')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

beforeEach(() => {
  query.current = {}
  query.target = ATHLETE_PAGE
  useAuthData.setState(useAuthData.getInitialState())
  sessionStorage.clear()
  signIn.mockReset()
  signInWith.mockReset()
})

describe('the login page', () => {
  it('has the form alone where there is no provider', () => {
    show([OWN], 'credentials')
    expect(screen.getByLabelText('Password')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull()
  })

  it('has the providers alone with single sign-on only', async () => {
    signInWith.mockResolvedValue(undefined)
    show([CLUB], 'sso')
    expect(screen.queryByLabelText('Password')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /Continue with Club ID/ }))
    const callbackUrl = 'http://localhost:8080/en-gb/my-account'
    expect(signInWith).toHaveBeenCalledWith('club', {}, { callbackUrl })
  })

  it('names the provider that somebody comes back from', () => {
    query.current = { error: 'OAuthAccountNotLinked' }
    sessionStorage.setItem('sixfold.provider', 'Club ID')
    show([OWN, CLUB])
    expect(screen.getByText(/then connect Club ID in My Profile/)).toBeTruthy()
  })

  it('takes the chosen time along to sign-up', () => {
    const slot = '/en-gb/my-account-book-test?date=2026-11-24T10%3A15'
    query.current = { callbackUrl: slot }
    show([OWN])
    const link = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign up' }).href)
    expect([link.pathname, link.searchParams.get('callbackUrl')]).toEqual(['/en-gb/register', slot])
  })

  it('tells a wrong password above the form and keeps the address', async () => {
    signIn.mockResolvedValue(refused('CredentialsSignin'))
    show([OWN])
    await enter()
    expect((await screen.findByRole('alert')).textContent).toContain('do not match')
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('sam@example.org')
  })

  it('asks for the code in place, tells a wrong one beside its field, and takes a recovery code', async () => {
    signIn.mockResolvedValueOnce(refused('SecondFactorRequired'))
    show([OWN])
    await enter()
    const code = await screen.findByLabelText('Code from your app')
    signIn.mockResolvedValueOnce(refused('SecondFactorWrong'))
    await userEvent.type(code, '123 456')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('alert')
    expect(code.getAttribute('aria-invalid')).toBe('true')
    expect(signIn).toHaveBeenLastCalledWith(
      { emailAddress: 'sam@example.org', password: 'six corners of the track', oneTimeCode: '123456' },
      expect.any(String),
    )
    signIn.mockResolvedValueOnce({ error: null, status: 200, ok: true, url: '/' })
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcde-fghjk')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(signIn.mock.lastCall?.[0]).toMatchObject({ oneTimeCode: 'abcde-fghjk' })
  })

  it('sends no code that cannot be one, and leads back to the form with the address', async () => {
    signIn.mockResolvedValueOnce(refused('SecondFactorRequired'))
    show([OWN])
    await enter()
    await userEvent.type(await screen.findByLabelText('Code from your app'), '12')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByRole('alert')).textContent).toContain('6 digits')
    expect(signIn).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('sam@example.org')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
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
})
