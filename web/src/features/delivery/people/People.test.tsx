import { renderQueried, screen } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import * as client from '../../../api/client/client'
import { People } from './People'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9), toFake: ['Date'] }))

it.each([
  [{}, {}],
  [{ to: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-01' }],
  [{ to: '2026-12-01' }, { from: '2026-11-22', to: '2026-12-01' }],
  [{ from: '2026-12-01' }, { from: '2026-12-01', to: '2026-12-31' }],
])('asks for days in order, given %j', async (query, days) => {
  const post = vi.spyOn(client.api, 'post').mockResolvedValue({ users: [], more: false } as never)
  renderQueried(<People query={query} onQuery={vi.fn()} uaid="1" />)
  await screen.findByText('Nobody fits')
  expect(post.mock.calls.map(([, body]) => body)).toEqual([{ search: '', ...days }])
})
