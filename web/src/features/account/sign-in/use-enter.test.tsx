import { RouterProvider } from '@tanstack/react-router'
import { queriesKnowing, renderQueried, screen } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import { paths, ROUTES } from '../../../paths'
import { routerOf } from '../../../test/router'
import { useAuthData } from '../../../state/auth-store'
import { signInPath } from '../../../waiting-room/way'
import { EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { useEnter } from './use-enter'

const session = { status: 'authenticated', data: { uaid: '7', role: 1, stamp: 1, token: 't' } }
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session }))

const SLOT = paths.bookTest({ date: '2026-11-24T10:15' })
const CREW = paths.crewInvitation('0123456789abcdefghijkl')

function Login({ when }: { when?: boolean }) {
  useEnter(when)
  return 'The sign-in'
}

function enter(address: string, when?: boolean, dateOfBirth: string | null = '1996-04-12') {
  const pages = {
    [ROUTES.login]: () => <Login when={when} />,
    [ROUTES.accountInformation]: () => 'The details',
    [ROUTES.register]: () => 'The questions',
  }
  const queries = queriesKnowing([queryKeys.profile, { firstName: '', dateOfBirth }])
  const router = routerOf(pages, address)
  renderQueried(<RouterProvider router={router as never} />, queries)
  return router
}

beforeEach(() => {
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
  useAuthData.setState(useAuthData.getInitialState())
})

it.each([
  [SLOT, SLOT],
  ['https://evil.example/book', paths.myAccount()],
])('somebody with missing details who wanted %s is led to %s at the end', async (callbackUrl, returnTo) => {
  enter(paths.login({ callbackUrl }))
  await screen.findByText('The details')
  expect(useSignUpDraft.getState().draft.returnTo).toBe(returnTo)
})

it.each([
  ['a crew’s link', paths.login({ callbackUrl: CREW })],
  ['the waiting page', signInPath(new URL(paths.waitingRoom(CREW), window.location.origin))],
])('somebody who comes from %s is led to where they were going', async (_, address) => {
  enter(address)
  await screen.findByText('The details')
  expect(useSignUpDraft.getState().draft.returnTo).toBe(CREW)
})

// RULES 15.7
it('the secret of a link stays behind the # on the way to the questions', async () => {
  const router = enter(paths.login({ callbackUrl: CREW }), true, null)
  await screen.findByText('The questions')
  expect(router.state.location.href).toBe(paths.register({ callbackUrl: CREW }))
})

it.each([
  [true, 'The details'],
  [false, 'The sign-in'],
])('leads on only when its page says so: %j', async (when, page) => {
  enter(paths.login({ callbackUrl: SLOT }), when)
  await screen.findByText(page)
  expect(useAuthData.getState().isAuthenticated).toBe(when)
})
