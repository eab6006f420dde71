// The athlete's own place on the athlete page, with how it has moved.
import { act, renderQueried, screen, serve } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import type { LeaderboardRow } from '../../../api/types'
import { boardConfig, boardOf, boardRow } from '../../../test/board'
import { OwnRank } from './OwnRank'

const SEASON = { season: 3, start: '2026-09-01T00:00:00.000+01:00', end: '2026-12-31T23:59:59.999+00:00' }

const row = (position: number, more: Partial<LeaderboardRow> = {}) => boardRow(position, 'Amara', more)

function show(me: LeaderboardRow | undefined, ...around: LeaderboardRow[]) {
  const board = boardOf([row(1)], { ...(me && { me }), around, total: 40 })
  const sent = serve({ 'GET event/config': boardConfig([SEASON]), 'GET user/leaderboard': board })
  const { container } = renderQueried(<OwnRank />)
  return { container, sent }
}
const me = (position: number, prevPosition: number | null) => row(position, { prevPosition, isUser: true })

it('tells the place, of how many, and how far it has moved', async () => {
  const { container } = show(me(12, 15), row(11), me(12, 15), row(13))
  const link = await screen.findByRole('link', { name: '12th of 40' })
  expect(link.getAttribute('href')).toBe('/en-gb/my-account-my-leaderboard')
  expect(container.textContent).toContain('Up 3 places')
})

it('says that a place is shared', async () => {
  show(me(12, 12), row(11), row(12), me(12, 12))
  await screen.findByRole('link', { name: 'Joint 12th of 40' })
})

it('says nothing to somebody who is not on the board', async () => {
  const { container, sent } = show(undefined)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  await act(() => Promise.resolve())
  expect(container.textContent).toBe('')
})
