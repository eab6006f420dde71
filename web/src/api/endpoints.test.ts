import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from './client/client'
import { paging, reading, writing } from './endpoints'

afterEach(() => vi.restoreAllMocks())

it('sends what the path names in the path, the rest in the body', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({} as never)
  await writing('put', 'user/crew/{crewId}')({ crewId: 'c1', name: 'Tuesday Squad' }, 'key')
  expect(put).toHaveBeenCalledWith(
    'user/crew/{crewId}',
    { name: 'Tuesday Squad' },
    { path: { crewId: 'c1' }, idempotencyKey: 'key' },
  )
})

it('sends an empty body where there is nothing to say', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({} as never)
  await writing('delete', 'user/email')(undefined, 'key')
  expect(remove).toHaveBeenCalledWith('user/email', {}, { path: {}, idempotencyKey: 'key' })
})

it('reads with the values of the path and the query', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue({} as never)
  const board = { path: { crewId: 'c1' }, query: { season: 3 } }
  await new QueryClient().fetchQuery(reading('user/crew/{crewId}/board', { ...board, queryKey: ['board'] }))
  expect(get).toHaveBeenCalledWith('user/crew/{crewId}/board', { ...board, signal: expect.any(AbortSignal) })
})

it('reads each page with the cursor of the one before', async () => {
  const get = vi
    .spyOn(api, 'get')
    .mockResolvedValueOnce({ cursor: 'next' } as never)
    .mockResolvedValueOnce({} as never)
  const coaches = paging('event/admin/coaches', { query: { search: 'ro' }, queryKey: ['coaches'] })
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...coaches, pages: 3 })
  expect(pages).toHaveLength(2)
  expect(get.mock.calls.map(([, options]) => options)).toMatchObject([
    { query: { search: 'ro', cursor: null } },
    { query: { search: 'ro', cursor: 'next' } },
  ])
})
