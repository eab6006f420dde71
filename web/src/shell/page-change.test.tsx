import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderQueried, screen, userEvent, waitFor } from '../test/kit'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { SessionClient } from '../auth/session-client'
import { SessionProvider } from '../auth/SessionProvider'
import { paths, ROUTES } from '../paths'
import { AppShell } from './AppShell'

/** The frame around two pages, the first of which has a link to the second. */
async function follow(href: string) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})))
  const root = createRootRoute({ component: () => <AppShell menu={null} overlay={null} /> })
  const page = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const pages = [
    page(ROUTES.faqs, () => <a href={href}>Go there</a>),
    page(ROUTES.login, () => 'The login page'),
  ]
  const history = createMemoryHistory({ initialEntries: [ROUTES.faqs] })
  const router = createRouter({ routeTree: root.addChildren(pages), history })
  renderQueried(
    <SessionProvider client={new SessionClient()}>
      <RouterProvider router={router as never} />
    </SessionProvider>,
  )
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  await userEvent.click(await screen.findByRole('link', { name: 'Go there' }))
  await screen.findByText('The login page')
  return scrolled
}

it('starts a page at its top when what is behind its # names no place on it', async () => {
  const scrolled = await follow(paths.login({ callbackUrl: paths.crewInvitation('secret') }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 0))
})
