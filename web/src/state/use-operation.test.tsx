import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { ApiFailure } from '../api/failure'
import { useOperation } from './use-operation'

const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

it('is idle, loading, then succeeded, and idle again', async () => {
  let answer = (_: string) => {}
  const write = () => new Promise<string>((resolve) => (answer = resolve))
  const { result } = renderHook(() => useOperation(write), { wrapper: around })
  expect(result.current.status).toBe('idle')
  let outcome: unknown
  await act(async () => void result.current.run().then((ended) => (outcome = ended)))
  await waitFor(() => expect(result.current.status).toBe('loading'))
  await act(async () => answer('done'))
  await waitFor(() =>
    expect(result.current).toMatchObject({ status: 'succeeded', data: 'done', error: null }),
  )
  expect(outcome).toEqual({ ok: true, data: 'done' })
  act(() => result.current.reset())
  await waitFor(() => expect(result.current.status).toBe('idle'))
})

it('is failed with code and message, as a value', async () => {
  const failure = new ApiFailure('SLOT_FULL', 'The slot is full.', 422)
  const { result } = renderHook(() => useOperation(() => Promise.reject(failure)), { wrapper: around })
  let outcome: unknown
  await act(async () => void (outcome = await result.current.run()))
  await waitFor(() =>
    expect(result.current).toMatchObject({
      status: 'failed',
      error: { errorCode: 'SLOT_FULL', errorMessage: 'The slot is full.' },
    }),
  )
  expect(outcome).toEqual({ ok: false, error: failure })
})
