import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import { paths, ROUTES } from '../../../paths'
import { queriesKnowing, renderQueried } from '../../../test/render'
import { useAuthData } from '../../../state/auth-store'
import { EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { useEnter } from './use-enter'

const session = { status: 'authenticated', data: { uaid: '7', role: 1, stamp: 1, token: 't' } }
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session }))

const SLOT = paths.bookTest({ date: '2026-11-24T10:15' })

function Login({ when }: { when?: boolean }) {
  useEnter(when)
  return 'The sign-in'
}

function enter(callbackUrl: string, when?: boolean) {
  const root = createRootRoute()
  const page = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const routeTree = root.addChildren([
    page(ROUTES.login, () => <Login when={when} />),
    page(ROUTES.accountInformation, () => 'The details'),
  ])
  const history = createMemoryHistory({ initialEntries: [paths.login({ callbackUrl })] })
  const queries = queriesKnowing([queryKeys.profile, { firstName: '', dateOfBirth: '1996-04-12' }])
  renderQueried(<RouterProvider router={createRouter({ routeTree, history }) as never} />, queries)
}

beforeEach(() => {
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
  useAuthData.setState(useAuthData.getInitialState())
})

it.each([
  [SLOT, SLOT],
  ['https://evil.example/book', paths.myAccount()],
])('somebody with missing details who wanted %s is led to %s at the end', async (callbackUrl, returnTo) => {
  enter(callbackUrl)
  await screen.findByText('The details')
  expect(useSignUpDraft.getState().draft.returnTo).toBe(returnTo)
})

it.each([
  [true, 'The details'],
  [false, 'The sign-in'],
])('leads on only when its page says so: %j', async (when, page) => {
  enter(SLOT, when)
  await screen.findByText(page)
  expect(useAuthData.getState().isAuthenticated).toBe(when)
})
