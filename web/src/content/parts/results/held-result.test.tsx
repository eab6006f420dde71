// The athlete page with a held final: its measurements are shown once.
import { queriesKnowing, renderQueried, screen, serve } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { resultsQuery } from '../../../api/queries'
import type { PartProps } from '../../../first-html/part'
import { Scorecard } from './Scorecard'
import { TestScore } from './TestScore'
import { ownResult, ownTest } from '../../../test/results'

vi.mock('../../../features/leaderboard/standings/OwnRank', () => ({ OwnRank: () => <p>Your own place</p> }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'authenticated' }) }))

function show(score: number | null) {
  const speed = ownTest('Speed', score, { attempts: [{ score: 3.08, points: score }] })
  const queries = queriesKnowing([resultsQuery().queryKey, { results: [ownResult(score, [speed])] }])
  const item: PartProps['item'] = { id: 'it', name: 'It', typeId: 'it', type: 'it', elements: {} }
  const page = item
  serve({})
  return renderQueried(
    <>
      <Scorecard item={item} page={page} />
      <TestScore item={item} page={page} />
    </>,
    queries,
  )
}

it('shows the marks of a held final once', () => {
  show(null)
  screen.getByText('Your result is revealed at the event')
  expect(screen.getAllByText('3.08 s')).toHaveLength(1)
})

it('shows the athlete’s own place beside a final that is out, and not while it is held', () => {
  const { unmount } = show(80)
  screen.getByText('Your own place')
  unmount()
  show(null)
  expect(screen.queryByText('Your own place')).toBeNull()
})

it('shows the attempts test by test once the final is out', () => {
  show(80)
  expect(screen.getAllByRole('list', { name: 'Attempts: Speed' })).toHaveLength(1)
})
