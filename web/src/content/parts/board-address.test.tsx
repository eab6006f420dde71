// The filters of the board are in the address: a link opens the same board, a choice changes the address.
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { field, renderQueried, screen, type Sent, serve, userEvent, waitFor } from '../../test/kit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Board } from './Board'
import { boardConfig, boardOf } from '../../test/board'

vi.mock('../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'unauthenticated' }) }))

const PAGE = '/en-gb/my-account-my-leaderboard'

let sent: Sent[]

beforeEach(() => {
  sent = serve({ 'GET event/config': boardConfig(), 'GET user/leaderboard': boardOf([], { season: 2 }) })
})
afterEach(() => {
  window.history.replaceState(null, '', '/en-gb/')
})

function open(address: string) {
  window.history.replaceState(null, '', address)
  const item = { id: 'board', name: 'Board', typeId: 'leaderboard', type: 'Leaderboard', elements: {} }
  const routeTree = createRootRoute({ component: () => <Board item={item} page={item} /> })
  const router = createRouter({ routeTree })
  renderQueried(<RouterProvider router={router as never} />)
}

it('opens the board that a link names', async () => {
  open(`${PAGE}?season=2&board=female&test=Power`)
  const asked = await waitFor(() => sent.find(({ call }) => call === 'GET user/leaderboard') ?? expect.fail())
  const query = Object.fromEntries(asked.query)
  expect(query).toMatchObject({ from: '2026-05-01', gender: 'female', testType: 'Power' })
  expect(field<HTMLSelectElement>('Season').value).toBe('2')
})

it('puts a choice into the address beside what stands there, and takes the usual one out', async () => {
  open(`${PAGE}?from=mail`)
  await userEvent.click(await screen.findByRole('radio', { name: 'Women' }))
  await userEvent.selectOptions(field('Test'), 'Power')
  await waitFor(() => expect(window.location.search).toBe('?from=mail&board=female&test=Power'))
  await userEvent.click(screen.getByRole('radio', { name: 'Overall' }))
  await waitFor(() => expect(window.location.search).toBe('?from=mail&test=Power'))
})
