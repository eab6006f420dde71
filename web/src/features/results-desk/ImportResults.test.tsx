import { fireEvent, queriesKnowing, renderQueried, screen, userEvent } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import { queryKeys } from '../../api/queries'
import type { ImportOutcome } from './api'
import type * as importFileModule from './import-file'
import { ImportResults } from './ImportResults'

vi.mock('./import-file', async (original) => ({
  ...(await original<typeof importFileModule>()),
  readFile: () => Promise.resolve({ csv: 'uaid' }),
}))

type Days = Pick<ImportOutcome, 'firstDay' | 'lastDay' | 'seasons'>

const ONE_SEASON: Days = {
  firstDay: '2025-11-20',
  lastDay: '2025-11-20',
  seasons: [{ season: 10, visits: 1 }],
}

/** Chooses a file that fits, whose results are of these days. */
async function choose(days: Partial<Days>, queries = queriesKnowing()) {
  const checked = { rows: 6, athletes: 1, imported: 0, problems: [], problemCount: 0, ...days }
  vi.spyOn(api, 'post')
    .mockResolvedValueOnce(checked as never)
    .mockResolvedValueOnce({ ...checked, imported: 6 } as never)
  const { container } = renderQueried(<ImportResults />, queries)
  const input = container.querySelector('#results-file')
  if (!input) throw new Error('There is no field for the file.')
  fireEvent.change(input, { target: { files: [new File(['uaid'], 'results.csv')] } })
  return screen.findByRole('button', { name: /^Import 6/ })
}

async function importFile(queries?: QueryClient, days: Partial<Days> = ONE_SEASON) {
  await userEvent.click(await choose(days, queries))
  await screen.findByText(/imported$/)
}

it('has the focus at its heading when the button that imports goes', async () => {
  await importFile()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Import results from a file' }))
})

it('has numbers and lists read again, which have other results now', async () => {
  const numbers = [...queryKeys.mine, 'numbers']
  const queries = queriesKnowing([numbers, {}])
  await importFile(queries)
  expect(queries.getQueryState(numbers)?.isInvalidated).toBe(true)
})

const OUTSIDE: Days = {
  firstDay: '2025-11-20',
  lastDay: '2026-02-01',
  seasons: [
    { season: null, visits: 2 },
    { season: 10, visits: 1 },
  ],
}

it('says of which days and seasons the results are before anything is stored', async () => {
  await choose(OUTSIDE)
  screen.getByText('From 20 Nov 2025 to 1 Feb 2026.')
  screen.getByText('Season 10: 1 visit')
  screen.getByText('Every line fits, but 2 visits are outside every season')
  screen.getByText('Outside every season: 2 visits')
  screen.getByText(/^Finals outside every season are on no board\./)
})

it('warns of nothing when every day is in a season', async () => {
  await choose(ONE_SEASON)
  screen.getByText('Every line fits')
  screen.getByText('All on 20 Nov 2025.')
  expect(screen.queryByText(/every season/)).toBeNull()
})

it('does not say that boards are up to date about days that they do not show', async () => {
  await importFile(undefined, OUTSIDE)
  screen.getByText(
    /Scores are up to date, and so are the boards, except for 2 visits outside every season\.$/,
  )
})

it('says that boards are up to date when they are', async () => {
  await importFile()
  screen.getByText(/Boards and scores are up to date\.$/)
})

it('says that one visit is outside', async () => {
  await choose({ ...OUTSIDE, seasons: [{ season: null, visits: 1 }] })
  screen.getByText('Every line fits, but 1 visit is outside every season')
})

it('imports by way of an older server, which does not count visits by season', async () => {
  await importFile(undefined, {})
  screen.getByText('6 rows imported')
})
