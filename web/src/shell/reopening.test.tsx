// A page that stays open while the site is worked on: it says so, and comes back by itself.
import { useQuery } from '@tanstack/react-query'
import { renderQueried, screen, serve, waitFor } from '../test/kit'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../api/client/failure'
import { makeQueryClient } from '../api/query-client'
import { configQuery } from '../api/queries'
import { useReopening } from './use-reopening'
it('notices maintenance by a refusal, and asks again once it is over', async () => {
  let maintenance = false
  serve({ 'GET event/config': () => ({ now: '', site: { maintenance } }) })
  const client = makeQueryClient()
  const asked = vi.fn(() =>
    maintenance
      ? Promise.reject(new ApiFailure('MAINTENANCE', 'Half-time', 503))
      : Promise.resolve('the board'),
  )
  function Open() {
    const config = useQuery(configQuery())
    const closed = config.data?.site?.maintenance ?? false
    useReopening(closed)
    const board = useQuery({ queryKey: ['board'], queryFn: asked, retry: false })
    return (
      <p>
        {closed ? 'closed' : 'open'}, {board.data ?? 'nothing'}
      </p>
    )
  }
  renderQueried(<Open />, client)
  await screen.findByText('open, the board')
  maintenance = true
  void client.refetchQueries({ queryKey: ['board'] })
  await screen.findByText('closed, the board')
  const before = asked.mock.calls.length
  maintenance = false
  // What the poll does every quarter of a minute.
  await client.refetchQueries({ queryKey: configQuery().queryKey })
  await screen.findByText('open, the board')
  await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(before))
})
