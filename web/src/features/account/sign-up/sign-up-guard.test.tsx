import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import { paths, ROUTES } from '../../../paths'
import { queriesKnowing, renderQueried } from '../../../test/render'
import { EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { SignUpGuard } from './SignUpGuard'

const session = vi.hoisted(() => ({ status: 'unauthenticated' }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session, useAuth: () => ({}) }))

const CREW = paths.crewInvitation('0123456789abcdefghijkl')

function open(at: string) {
  const root = createRootRoute()
  const guarded = (path: string, page: 'register' | 'signup-completion') =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: () => <SignUpGuard page={page}>The {page} page</SignUpGuard>,
    })
  const routeTree = root.addChildren([
    guarded(ROUTES.register, 'register'),
    guarded(ROUTES.signupCompletion, 'signup-completion'),
    createRoute({ getParentRoute: () => root, path: ROUTES.login, component: () => 'The login page' }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) })
  const queries = queriesKnowing(
    [queryKeys.config, { authMode: 'sso', libraryEntry: {} }],
    [queryKeys.profile, { firstName: '', dateOfBirth: null }],
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
  expect(router.state.location.search).toEqual({ callbackUrl: wanted })
  expect(returnTo()).toBe(CREW)
})

it('keeps where it began when the questions come first', async () => {
  session.status = 'authenticated'
  const router = open(`${paths.signupCompletion()}?callbackUrl=${encodeURIComponent(CREW)}`)
  await screen.findByText('The register page')
  expect(router.state.location.hash).toBe('health')
  expect(returnTo()).toBe(CREW)
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
