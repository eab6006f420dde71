// My progress with a held final, which is not among the visits (RULES 8.7).
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { resultsQuery } from '../../../api/queries'
import { progressQuery } from '../../../features/results/progress/api'
import type { PartProps } from '../../../first-html/part'
import { queriesKnowing, renderQueried } from '../../../test/render'
import { ownResult } from '../../../test/results'
import { Progress } from './Progress'

vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'authenticated' }) }))
vi.mock('../../../features/results/progress/Progress', () => ({ Progress: () => <p>The visits</p> }))
vi.mock('./NoVisit', () => ({ NoVisit: () => <p>How to get a visit</p> }))

const HELD = 'Your newest result is revealed at the event. Until then it is not on this page.'

/** `results`: null while they are on their way, or an error. */
function show(visits: object[], results: object[] | null | Error) {
  const queries = queriesKnowing([progressQuery(null).queryKey, { visits, seasons: [], field: null }])
  if (Array.isArray(results)) queries.setQueryData(resultsQuery().queryKey, { results } as never)
  vi.stubGlobal('fetch', () =>
    results instanceof Error ? Promise.reject(results) : new Promise(() => undefined),
  )
  const item: PartProps['item'] = { id: 'it', name: 'It', typeId: 'it', type: 'it', elements: {} }
  renderQueried(<Progress item={item} page={item} />, queries)
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

it('does without the results where they cannot be had', async () => {
  show([], new TypeError('Failed to fetch'))
  await screen.findByText('How to get a visit')
})

it('waits for the results before it says that there is no visit', async () => {
  show([], null)
  await import('./NoVisit')
  await act(() => Promise.resolve())
  expect(screen.queryByText('How to get a visit')).toBeNull()
})
