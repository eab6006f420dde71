// The time that a visitor chose before signing up: stored by the first page, offered by the last.
import { renderQueried, screen, serve, waitFor } from '../../../test/kit'
import { Suspense, type ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { paths } from '../../../paths'
import { EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { AccountGroup } from './AccountGroup'
import { Completion } from './Completion'
import { EligibilityFlow } from './EligibilityFlow'
import { SignUpGuard } from './SignUpGuard'
import { routed } from '../../../test/router'

vi.mock('../../../auth/SessionProvider', () => ({
  useSession: () => ({ status: 'unauthenticated', data: null }),
}))
vi.mock('../../../auth/sign-in', () => ({ useSignIn: () => ({}) }))

const SLOT = paths.bookTest({ date: '2026-11-24T10:15' })

beforeEach(() => {
  serve({})
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
})
const show = (node: ReactNode, at?: string) => renderQueried(routed(<Suspense>{node}</Suspense>, at))

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

// RULES 15.7
it('is behind the # of the sign-in page if it is a crew’s link', async () => {
  const crew = paths.crewInvitation('0123456789abcdefghijkl')
  useSignUpDraft.getState().keep({ returnTo: crew })
  show(<AccountGroup onBack={vi.fn()} onSend={vi.fn()} />)
  const link = await screen.findByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe(paths.login({ callbackUrl: crew }))
})
