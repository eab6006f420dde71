// RULES 10.7
import { renderQueried, screen, userEvent } from '../test/kit'
import { use } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { learnServerNow } from '../api/clock'
import { resultsQuery } from '../api/queries'
import { crewBoardQuery, crewQuery, crewsQuery } from '../features/leaderboard/crews/api'
import { progressQuery } from '../features/results/progress/api'
import { KeptOwn } from '../state/kept-own'
import { dropLastSeen } from './drop-ticket'
import { KeptPage } from './KeptPage'
import { isKept, keepSeen, shownKeys } from './last-seen'

const session = {
  getState: () => ({ status: 'loading' }),
  isUnsure: () => true,
  subscribe: () => () => undefined,
}
vi.mock('../auth/SessionProvider', () => ({
  useSessionClient: () => session,
  useUnreached: () => ({ ask: () => asked() }),
}))

/** The session cannot be checked; `answer` ends the try. */
let answer: () => void
const asked = () => new Promise<void>((resolve) => (answer = resolve))

const at = (hour: number) => Date.UTC(2026, 10, 24, hour)
const OWN = crewQuery('b').queryKey
const BOARD = crewBoardQuery('b').queryKey

beforeEach(async () => {
  await dropLastSeen()
  learnServerNow(new Date(at(12)).toISOString())
  for (const [queryKey, hour] of [
    [crewsQuery().queryKey, 8],
    [OWN, 10],
    [BOARD, 9],
    [crewQuery('c').queryKey, 11],
  ] as const)
    await keepSeen({ uaid: '7', queryKey, data: {}, at: at(hour), deviceAt: Date.now() })
})

/** What a page's template draws of it. */
const Seen = () => <>{use(KeptOwn)}What was seen</>

const show = (crewId?: string) =>
  renderQueried(
    <KeptPage title="Crews" part="crews" crewId={crewId}>
      <Seen />
    </KeptPage>,
  )

it('takes the page for as old as the oldest answer on it, whatever else was seen later', async () => {
  const { unmount } = show()
  expect(await screen.findByText('As of 08:00')).toBeTruthy()
  unmount()
  show('b')
  expect(await screen.findByText('As of 09:00')).toBeTruthy()
})

it('needs a connection for a crew whose board was not seen', async () => {
  show('c')
  expect(await screen.findByText(/This page needs a connection/)).toBeTruthy()
  expect(screen.queryByText('What was seen')).toBeNull()
})

it.each(['b', 'c'])('says that it tries again, and that another try failed: crew %s', async (crew) => {
  show(crew)
  const button = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/Still no connection/)).toBeNull()
  await userEvent.click(button)
  expect(button.textContent).toMatch(/Working/)
  answer()
  const words = await screen.findByText(/^Still no connection\. This/)
  expect(words.closest('[role="status"], [role="alert"]')).toBeTruthy()
  expect(button.textContent).not.toMatch(/Working/)
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  expect(screen.queryByText(/Still no connection/), 'said anew after each try').toBeNull()
  answer()
  await screen.findByText(/^Still no connection\. This/)
})

it('knows the queries of the pages, and that they are kept', () => {
  // Whether the only result is held.
  expect(shownKeys('progress', undefined)).toEqual([progressQuery(null).queryKey, resultsQuery().queryKey])
  expect(shownKeys('crews', undefined)).toEqual([crewsQuery().queryKey])
  expect(shownKeys('crews', 'b')).toEqual([OWN, BOARD])
  for (const part of ['results', 'progress', 'crews'] as const)
    for (const key of [...shownKeys(part, undefined), ...shownKeys(part, 'b')])
      expect(isKept(key), key.join()).toBe(true)
})
