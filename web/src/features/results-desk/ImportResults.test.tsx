import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client/client'
import { queryKeys } from '../../api/queries'
import { queriesKnowing, renderQueried } from '../../test/render'
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
async function choose(days: Days, queries = queriesKnowing()) {
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

async function importFile(queries?: QueryClient, days = ONE_SEASON) {
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

const IN_NO_SEASON: Days = {
  firstDay: '2025-11-20',
  lastDay: '2026-02-01',
  seasons: [
    { season: null, visits: 2 },
    { season: 10, visits: 1 },
  ],
}

it('says of which days and seasons the results are before anything is stored', async () => {
  await choose(IN_NO_SEASON)
  screen.getByText('From 20 Nov 2025 to 1 Feb 2026.')
  screen.getByText('Season 10: 1 visit')
  screen.getByText('In no season: 2 visits')
  screen.getByText(/^No board shows a final of a visit in no season/)
})

it('warns of nothing when every day is in a season', async () => {
  await choose(ONE_SEASON)
  screen.getByText('Every line fits')
  screen.getByText('All of 20 Nov 2025.')
  expect(screen.queryByText(/no season/)).toBeNull()
})

it('does not say that boards have followed days that they do not show', async () => {
  await importFile(undefined, IN_NO_SEASON)
  screen.getByText(/Scores have followed, and boards except for 2 visits in no season\.$/)
})

it('says that boards have followed when they have', async () => {
  await importFile()
  screen.getByText(/Boards and scores have followed\.$/)
})
