// My progress with a held final, which is not among the visits (RULES 8.7).
import { act, noNetwork, queriesKnowing, renderQueried, screen, serve } from '../../../test/kit'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { resultsQuery } from '../../../api/queries'
import { progressQuery } from '../../../features/results/progress/api'
import type { PartProps } from '../../../first-html/part'
import { KeptOwn } from '../../../state/kept-own'
import { ownResult } from '../../../test/results'
import { Progress } from './Progress'

const session = vi.hoisted(() => ({ status: 'authenticated' }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session }))
vi.mock('../../../features/results/progress/Progress', () => ({ Progress: () => <p>The visits</p> }))
vi.mock('./NoVisit', () => ({ NoVisit: () => <p>How to get a visit</p> }))

const HELD = 'Your newest result is revealed at the event. Until then it is not on this page.'

beforeEach(() => {
  session.status = 'authenticated'
})

/** `results`: null while they are on their way, or an error. */
function show(
  visits: object[],
  results: object[] | null | Error,
  within = (page: ReactNode): ReactNode => page,
) {
  const queries = queriesKnowing([progressQuery(null).queryKey, { visits, seasons: [], field: null }])
  if (Array.isArray(results)) queries.setQueryData(resultsQuery().queryKey, { results } as never)
  serve(results instanceof Error ? { '*': noNetwork } : {})
  const item: PartProps['item'] = { id: 'it', name: 'It', typeId: 'it', type: 'it', elements: {} }
  renderQueried(within(<Progress item={item} page={item} />), queries)
}

it('says above the visits that the newest result is held', () => {
  show([{}], [ownResult(null, []), ownResult(80, [])])
  screen.getByText(HELD)
  screen.getByText('The visits')
})

it('says nothing of it once the newest result is out', () => {
  show([{}], [ownResult(80, [])])
  screen.getByText('The visits')
  expect(screen.queryByText(HELD)).toBeNull()
})

it('offers no booking to somebody whose only result is held', async () => {
  show([], [ownResult(null, [])])
  screen.getByText(HELD)
  await import('./NoVisit')
  await act(() => Promise.resolve())
  expect(screen.queryByText('How to get a visit')).toBeNull()
})

it('offers one before the first visit, once that is known', async () => {
  show([], [])
  await screen.findByText('How to get a visit')
  expect(screen.queryByText(HELD)).toBeNull()
})

it('does without the results beside visits', async () => {
  show([{}], new TypeError('Failed to fetch'))
  await screen.findByText('The visits')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says that the results did not load where they decide whether there is a visit', async () => {
  show([], new TypeError('Failed to fetch'))
  await screen.findByText('Your results did not load')
  screen.getByRole('button', { name: 'Try again' })
  expect(screen.queryByText('How to get a visit')).toBeNull()
})

// RULES 10.7
it.each([
  ['the newest result is held', [ownResult(null, [])], HELD],
  ['there is none', [], 'How to get a visit'],
])('knows without a session from what the device keeps that %s', async (_, results, words) => {
  session.status = 'loading'
  show([], results, (page) => <KeptOwn value="As of 08:00">{page}</KeptOwn>)
  await screen.findByText(words)
  await act(() => Promise.resolve())
  expect(screen.queryByText('How to get a visit') !== null).toBe(results.length === 0)
})

it('does not know without them', async () => {
  session.status = 'loading'
  show([], null, (page) => <KeptOwn value="As of 08:00">{page}</KeptOwn>)
  await import('./NoVisit')
  await act(() => Promise.resolve())
  expect(screen.queryByText('How to get a visit')).toBeNull()
})

it('waits for the results before it says that there is no visit', async () => {
  show([], null)
  await import('./NoVisit')
  await act(() => Promise.resolve())
  expect(screen.queryByText('How to get a visit')).toBeNull()
})
