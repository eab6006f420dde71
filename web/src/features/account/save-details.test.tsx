import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { register, saveAccount } from '../../api/calls'
import { useAuthData } from '../../state/auth-store'
import { useScreeningAnswers } from './screening'
import { useSaveDetails } from './use-sign-up'

vi.mock('../../api/calls', async (actual) => ({
  ...(await actual<typeof import('../../api/calls')>()),
  register: vi.fn(() => Promise.resolve({ uaid: '7', token: 't' })),
  saveAccount: vi.fn(() => Promise.resolve({ uaid: '7', token: 't' })),
}))

const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

beforeEach(() => {
  useAuthData.getState().reset()
  useScreeningAnswers.getState().answer({ sent: true })
})

it.each([
  [false, register, saveAccount],
  [true, saveAccount, register],
])('with userProfileRegistration %s the details go the right way', async (flag, right, wrong) => {
  useAuthData.getState().update({ userProfileRegistration: flag })
  const { result } = renderHook(useSaveDetails, { wrapper: around })
  await act(async () => void (await result.current([])))
  expect(right).toHaveBeenCalledOnce()
  expect(wrong).not.toHaveBeenCalled()
})
