import { act, renderHook, waitFor } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { serverNow } from '../../api/clock'
import { useDay } from './use-day'
it('fetches the day with its contacts, learns the time, and shows it', async () => {
  const now = new Date(Date.now() + 3_600_000).toISOString()
  const day = { date: now.slice(0, 10), now, protocols: { version: 1, tests: [] }, bookings: [] }
  const get = vi.spyOn(api, 'get').mockResolvedValue(day)
  const { result } = renderHook(() => useDay())
  await waitFor(() => expect(result.current.day).toMatchObject({ date: day.date }))
  expect(get.mock.calls.map(([path, options]) => [path, options])).toEqual([
    ['event/admin/day', { query: { contacts: true } }],
  ])
  expect(result.current.stale).toBe(false)
  expect(serverNow()).toBeGreaterThan(Date.now() + 3_000_000)
  // Also while the first list is still being stored, a refresh asks once more.
  await act(() => result.current.refresh())
  expect(get).toHaveBeenCalledTimes(2)
})
