import { RouterProvider } from '@tanstack/react-router'
import { queriesKnowing, renderQueried, screen, waitFor } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import { paths, ROUTES } from '../../../paths'
import { routerOf } from '../../../test/router'
import { EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { SignUpGuard } from './SignUpGuard'

const session = vi.hoisted(() => ({ status: 'unauthenticated' }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session }))
vi.mock('../../../auth/sign-in', () => ({ useSignIn: () => ({}) }))

const CREW = paths.crewInvitation('0123456789abcdefghijkl')

function open(at: string, profile: object = { firstName: '', dateOfBirth: null }) {
  const guarded = (page: 'register' | 'signup-completion') => () => (
    <SignUpGuard page={page}>The {page} page</SignUpGuard>
  )
  const pages = {
    [ROUTES.register]: guarded('register'),
    [ROUTES.signupCompletion]: guarded('signup-completion'),
    [ROUTES.accountInformation]: () => 'The details page',
    [ROUTES.login]: () => 'The login page',
  }
  const router = routerOf(pages, at)
  const queries = queriesKnowing(
    [queryKeys.config, { authMode: 'sso', libraryEntry: {} }],
    [queryKeys.profile, profile],
  )
  renderQueried(<RouterProvider router={router as never} />, queries)
  return router
}

const returnTo = () => useSignUpDraft.getState().draft.returnTo

beforeEach(() => {
  session.status = 'unauthenticated'
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
})

it('signs in first where there are only providers, and comes back knowing where it began', async () => {
  const router = open(paths.register({ callbackUrl: CREW }))
  await screen.findByText('The login page')
  const wanted = paths.register({ callbackUrl: CREW })
  expect(router.state.location.href).toBe(paths.login({ callbackUrl: wanted }))
  expect(returnTo()).toBe(CREW)
})

it('keeps where it began when the questions come first', async () => {
  session.status = 'authenticated'
  const router = open(`${paths.signupCompletion()}?callbackUrl=${encodeURIComponent(CREW)}`)
  await screen.findByText('The register page')
  expect(router.state.location.hash).toBe('health')
  expect(returnTo()).toBe(CREW)
})

it.each([
  ['that was answered there', [], 'The details page'],
  ['that staff added', ['CONSENT_REQUIRED'], 'The register page'],
])('on a second device, an account %s goes on where it has to', async (_, codes, page) => {
  session.status = 'authenticated'
  const refusals = codes.map((code) => ({ code, message: '', field: '' }))
  const bookingEligibility = { mode: 'blocked', refusals }
  open(paths.signupCompletion(), { firstName: '', dateOfBirth: '1996-04-12', bookingEligibility })
  await screen.findByText(page)
})

it('follows no address of another site', async () => {
  open(paths.register({ callbackUrl: 'https://evil.example/crew' }))
  await screen.findByText('The login page')
  await waitFor(() => expect(returnTo()).toBe(paths.myAccount()))
})

it('forgets nothing when the address says nothing', async () => {
  useSignUpDraft.getState().keep({ returnTo: CREW })
  const router = open(paths.register())
  await screen.findByText('The login page')
  expect(router.state.location.search).toEqual({ callbackUrl: paths.register() })
  expect(returnTo()).toBe(CREW)
})
