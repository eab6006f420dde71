import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '../test/kit'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { ApiFailure } from '../api/client/failure'
import { KeyRing, useOperation } from './use-operation'

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

it('keeps the key of an act until the server has answered', () => {
  let made = 0
  const ring = new KeyRing(() => `k${++made}`)
  expect([ring.keyFor({ a: 1 }), ring.keyFor({ a: 1 })]).toEqual(['k1', 'k1'])
  ring.answered('k1', 0)
  expect(ring.keyFor({ a: 1 })).toBe('k1')
  expect(ring.keyFor({ a: 2 })).toBe('k2')
  // The late answer to another request.
  ring.answered('k1', 200)
  expect(ring.keyFor({ a: 2 })).toBe('k2')
  ring.answered('k2', 409)
  expect(ring.keyFor({ a: 2 })).toBe('k3')
})

it('gives a retry the key of the request whose answer was lost, and every other request its own', async () => {
  const answers = [
    new ApiFailure('NETWORK', 'No answer.', 0),
    new ApiFailure('CONFLICT', 'Changed meanwhile.', 409),
    new ApiFailure('NETWORK', 'No answer.', 0),
    null,
    null,
  ]
  const keys: string[] = []
  const write = (_: string, key: string) => {
    keys.push(key)
    const failure = answers[keys.length - 1]
    return failure ? Promise.reject(failure) : Promise.resolve('done')
  }
  const { result } = renderHook(() => useOperation(write), { wrapper: around })
  for (const input of ['a', 'a', 'a', 'b', 'b']) await act(async () => void (await result.current.run(input)))
  const [lost, retried, afterRefusal, other, again] = keys
  expect(retried).toBe(lost)
  expect(new Set([lost, afterRefusal, other, again]).size).toBe(4)
})

it('gives an operation without input a key too', async () => {
  const keys: string[] = []
  const { result } = renderHook(() => useOperation(async (_, key) => keys.push(key)), {
    wrapper: around,
  })
  await act(async () => void (await result.current.run()))
  await act(async () => void (await result.current.run()))
  expect(new Set(keys.filter(Boolean)).size).toBe(2)
})
