import { press, renderQueried, screen, waitFor } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SignInResult } from '../../../auth/sign-in-calls'
import { SignInLink } from './SignInLink'

const session = vi.hoisted(() => ({ data: undefined as object | undefined }))
const enter = vi.hoisted(() => vi.fn<(entry: string, fields: object, url: string) => Promise<SignInResult>>())
const useEnter = vi.hoisted(() => vi.fn<(when: boolean) => string>())
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session }))
vi.mock('../../../auth/sign-in', () => ({ useSignIn: () => ({ enter }) }))
vi.mock('../use-mailed-token', () => ({ useMailedToken: () => 'a-token' }))
vi.mock('./use-enter', () => ({ useEnter }))

beforeEach(() => {
  session.data = { uaid: '7', user: { email: 'sam@example.org' } }
  useEnter.mockReturnValue('/en-gb/my-account')
})

it('says who is signed in already, and leads on only once its own button has signed somebody in', async () => {
  enter.mockResolvedValue({ error: null, status: 200, ok: true, url: '/' })
  renderQueried(<SignInLink />)
  screen.getByText('You are signed in as sam@example.org')
  const onwards = screen.getByRole('link', { name: 'Go on as you are' })
  expect(onwards.getAttribute('href')).toBe('/en-gb/my-account')
  expect(useEnter).toHaveBeenLastCalledWith(false)
  await press('Sign in')
  await waitFor(() => expect(useEnter).toHaveBeenLastCalledWith(true))
  expect(enter.mock.lastCall?.slice(0, 2)).toEqual(['sign-in-link/use', { token: 'a-token' }])
  expect(screen.queryByText(/You are signed in as/)).toBeNull()
})

it('stays where the link is refused', async () => {
  enter.mockResolvedValue({ error: 'TOKEN_INVALID', status: 422, ok: false, url: null })
  renderQueried(<SignInLink />)
  await press('Sign in')
  await screen.findByText('This link has been used or has run out')
  screen.getByText('You are signed in as sam@example.org')
  expect(useEnter).toHaveBeenLastCalledWith(false)
})

it('says nothing of the kind to somebody who is signed in nowhere', () => {
  session.data = undefined
  renderQueried(<SignInLink />)
  expect(screen.queryByText(/You are signed in as/)).toBeNull()
})
