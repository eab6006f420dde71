// The filters of the board are in the address: a link opens the same board, a choice changes the address.
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Board } from './Board'
import { renderQueried } from '../../test/render'
import { answered } from '../../test/answers'
import { boardConfig } from '../../test/board'

vi.mock('../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'unauthenticated' }) }))

const NOW = '2026-11-21T10:00:00.000Z'
const PAGE = '/en-gb/my-account-my-leaderboard'

let asked: URLSearchParams[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost')
    const isConfig = url.pathname.endsWith('event/config')
    if (!isConfig) asked.push(url.searchParams)
    const board = { leaderboard: [], total: 0, cursor: null, season: 2, previousSeason: null, timestamp: NOW }
    const data = isConfig ? boardConfig() : board
    return answered(data)
  })
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
  await waitFor(() => expect(asked).not.toHaveLength(0))
  const [query] = asked
  expect([query?.get('from'), query?.get('gender'), query?.get('testType')]).toEqual([
    '2026-05-01',
    'female',
    'Power',
  ])
  expect(screen.getByLabelText<HTMLSelectElement>('Season').value).toBe('2')
})

it('puts a choice into the address beside what stands there, and takes the usual one out', async () => {
  open(`${PAGE}?from=mail`)
  await userEvent.click(await screen.findByRole('radio', { name: 'Women' }))
  await userEvent.selectOptions(screen.getByLabelText('Test'), 'Power')
  await waitFor(() => expect(window.location.search).toBe('?from=mail&board=female&test=Power'))
  await userEvent.click(screen.getByRole('radio', { name: 'Overall' }))
  await waitFor(() => expect(window.location.search).toBe('?from=mail&test=Power'))
})
