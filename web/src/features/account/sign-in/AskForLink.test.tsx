// RULES 15.7
import { RouterProvider } from '@tanstack/react-router'
import { act, press, queriesKnowing, renderQueried, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import { SessionClient } from '../../../auth/session-client'
import { SessionProvider } from '../../../auth/SessionProvider'
import { paths, ROUTES } from '../../../paths'
import { routerOf } from '../../../test/router'
import { otherTab, person, server, settled } from '../../../test/session-client'
import { LoginForm } from './LoginForm'

const sendSignInLink = vi.hoisted(() => vi.fn(() => Promise.resolve({ done: true })))
vi.mock('../api', () => ({ sendSignInLink }))
vi.mock('../form/checks', async (original) => ({
  ...(await original<typeof import('../form/checks')>()),
  checkFields: () => Promise.resolve([]),
}))

const CREW = paths.crewInvitation('0123456789abcdefghijkl')
const PAGES = {
  [ROUTES.login]: LoginForm,
  [ROUTES.crewInvitation]: () => 'The crew',
  [ROUTES.bookTest]: () => 'The calendar',
}
const OWN = { id: 'credentials', name: 'Account', type: 'credentials', signinUrl: '', callbackUrl: '' }

/** Asks for a link on the way to `callbackUrl`. */
async function askOnTheWayTo(callbackUrl: string) {
  const client = new SessionClient()
  const router = routerOf(PAGES, paths.login({ callbackUrl }))
  renderQueried(
    <SessionProvider client={client}>
      <RouterProvider router={router as never} />
    </SessionProvider>,
    queriesKnowing(
      [queryKeys.providers, [OWN]],
      [queryKeys.config, { authMode: 'credentials', libraryEntry: {} }],
      [queryKeys.profile, { firstName: 'Sam', dateOfBirth: '1996-04-12' }],
    ),
  )
  await settled(client, 'unauthenticated')
  await userEvent.type(await screen.findByLabelText('E-mail'), 'sam@example.org')
  await press('E-mail me a link')
  await press('Send the link')
  return { router, notice: await screen.findByText(/the link is on its way/) }
}

/** The link is opened from the e-mail: its tab has no more of the way back than the server has seen. */
function signInElsewhere() {
  server.session = person('7')
  act(() => void otherTab('getSession'))
}

it('carries on to the whole page in this tab, and says so, as the tab of the link has only half of its address', async () => {
  const { router, notice } = await askOnTheWayTo(CREW)
  expect(notice.textContent).toContain('Keep this tab open')
  expect(notice.textContent).toContain('this tab carries on to the page you wanted')
  signInElsewhere()
  await screen.findByText('The crew')
  expect(router.state.location.href).toBe(CREW)
})

it('says nothing of this tab where the link leads to the same page', async () => {
  const { notice } = await askOnTheWayTo(paths.bookTest({ date: '2026-11-24T10:15' }))
  expect(notice.textContent).not.toContain('this tab')
})
