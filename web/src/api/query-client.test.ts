import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiFailure, NETWORK_CODE } from './client/failure'
import { WAITING_ROOM_CODE } from './client/waiting-room'
import { makeQueryClient } from './query-client'

afterEach(() => onlineManager.setOnline(true))

it('fails a write at once without a network, and does not send it later', async () => {
  const client = makeQueryClient()
  client.mount()
  const send = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  const write = new MutationObserver(client, { mutationFn: send })
  onlineManager.setOnline(false)
  await expect(write.mutate()).rejects.toThrow('Failed to fetch')
  expect(write.getCurrentResult()).toMatchObject({ status: 'error', isPaused: false })
  expect(send).toHaveBeenCalledTimes(1)
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  expect(send).toHaveBeenCalledTimes(1)
  client.unmount()
})

it('shows no old error after a query was reset', async () => {
  const client = makeQueryClient()
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('lost'))
  queryFn.mockImplementation(() => new Promise(() => undefined))
  const observer = new QueryObserver(client, { queryKey: ['read'], queryFn, retry: false })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(client.getQueryState(['read'])?.status).toBe('error'))
  void client.resetQueries({ queryKey: ['read'] })
  expect(client.getQueryState(['read'])).toMatchObject({ status: 'pending', fetchStatus: 'fetching' })
  stop()
})

it.each([
  [NETWORK_CODE, 0, 3],
  ['UNAVAILABLE', 503, 3],
  // RULES 13.11
  [WAITING_ROOM_CODE, 503, 1],
  ['NOT_FOUND', 404, 1],
])('makes a read that fails with %s, status %d, %d times', async (code, status, times) => {
  const queryFn = vi.fn(() => Promise.reject(new ApiFailure(code, '', status)))
  const observer = new QueryObserver(makeQueryClient(), { queryKey: ['read'], queryFn, retryDelay: 0 })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'))
  expect(queryFn).toHaveBeenCalledTimes(times)
  stop()
})

it('notices the return of the network on a page that was loaded without one', async () => {
  vi.resetModules()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await import('./query-client')
  const { onlineManager } = await import('@tanstack/react-query')
  expect(onlineManager.isOnline()).toBe(false)
  const heard = vi.fn()
  onlineManager.subscribe(heard)
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(heard).toHaveBeenCalledWith(true)
  online.mockRestore()
})
