// The time that a visitor chose before signing up: stored by the first page, offered by the last.
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { paths } from '../../../paths'
import { EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { AccountGroup } from './AccountGroup'
import { Completion } from './Completion'
import { EligibilityFlow } from './EligibilityFlow'
import { SignUpGuard } from './SignUpGuard'
import { renderQueried } from '../../../test/render'

vi.mock('../../../auth/SessionProvider', () => ({
  useSession: () => ({ status: 'unauthenticated', data: null }),
  useAuth: () => ({}),
}))

const SLOT = paths.bookTest({ date: '2026-11-24T10:15' })

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
})
function show(node: ReactNode, at = '/') {
  const routeTree = createRootRoute({ component: () => <Suspense>{node}</Suspense> })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) })
  renderQueried(<RouterProvider router={router as never} />)
}

it('is kept by the page where sign-up begins', async () => {
  const page = (
    <SignUpGuard page="register">
      <EligibilityFlow />
    </SignUpGuard>
  )
  show(page, paths.register({ callbackUrl: SLOT }))
  await waitFor(() => expect(useSignUpDraft.getState().draft.returnTo).toBe(SLOT))
})

it('is what the last page leads to', async () => {
  useSignUpDraft.getState().keep({ returnTo: SLOT })
  show(<Completion />)
  const link = await screen.findByRole('link', { name: 'Book your time' })
  expect(link.getAttribute('href')).toBe(SLOT)
})

it('is not lost to somebody who has an account after all', async () => {
  useSignUpDraft.getState().keep({ returnTo: SLOT })
  show(<AccountGroup onBack={vi.fn()} onSend={vi.fn()} />)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Sign in' })
  expect(new URL(link.href).searchParams.get('callbackUrl')).toBe(SLOT)
})
