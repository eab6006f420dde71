import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, serve } from '../../../test/kit'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import { EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { Completion } from './Completion'

vi.mock('../use-authored', async (original) => ({
  ...(await original<typeof import('../use-authored')>()),
  useItem: () => undefined,
  useAuthored: <T,>(copy: T) => copy,
}))

beforeEach(() => {
  serve({})
  useSignUpDraft.setState({ draft: { ...EMPTY_DRAFT, guardianEmail: 'mum@sixfold.example' } })
})
afterEach(() => vi.unstubAllGlobals())

const show = (refusals: { code: string }[], guardianEmail = 'mum@sixfold.example') => {
  const queries = new QueryClient()
  queries.setQueryData(queryKeys.profile, { guardianEmail, bookingEligibility: { refusals } })
  render(
    <QueryClientProvider client={queries}>
      <Suspense>
        <Completion />
      </Suspense>
    </QueryClientProvider>,
  )
}

it('says who has to agree, and leads to no booking before that', () => {
  show([{ code: 'GUARDIAN_REQUIRED' }])
  screen.getByText(/We’ve e-mailed mum@sixfold\.example/)
  expect(screen.queryByRole('link', { name: 'Book a test' })).toBeNull()
})

it('names the guardian who was asked, not one who was typed afterwards', () => {
  show([{ code: 'GUARDIAN_REQUIRED' }], 'dad@sixfold.example')
  screen.getByText(/We’ve e-mailed dad@sixfold\.example/)
})

it('waits for nobody whose guardian agreed before they answered the questions again', () => {
  show([])
  screen.getByRole('link', { name: 'Book a test' })
  expect(screen.queryByText(/We’ve e-mailed/)).toBeNull()
})
