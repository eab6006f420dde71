import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
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
  client.setQueryDefaults(['read'], { retry: false })
  const failing = () => Promise.reject(new Error('lost'))
  await client.prefetchQuery({ queryKey: ['read'], queryFn: failing })
  expect(client.getQueryState(['read'])?.status).toBe('error')
  await client.resetQueries({ queryKey: ['read'] })
  void client.prefetchQuery({ queryKey: ['read'], queryFn: () => new Promise(() => undefined) })
  expect(client.getQueryState(['read'])).toMatchObject({ status: 'pending', fetchStatus: 'fetching' })
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
