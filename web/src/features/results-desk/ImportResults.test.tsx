import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { queryKeys } from '../../api/queries'
import { queriesKnowing, renderQueried } from '../../test/render'
import { ImportResults } from './ImportResults'

vi.mock('./import-file', () => ({
  EXAMPLE: '',
  readFile: () => Promise.resolve({ csv: 'uaid' }),
  refusedOutcome: () => null,
}))

async function importFile(queries = queriesKnowing()) {
  const checked = { rows: 6, athletes: 1, imported: 0, problems: [], problemCount: 0 }
  vi.spyOn(api, 'post')
    .mockResolvedValueOnce(checked as never)
    .mockResolvedValueOnce({ ...checked, imported: 6 } as never)
  const { container } = renderQueried(<ImportResults />, queries)
  const input = container.querySelector('#results-file')
  if (!input) throw new Error('There is no field for the file.')
  fireEvent.change(input, { target: { files: [new File(['uaid'], 'results.csv')] } })
  await userEvent.click(await screen.findByRole('button', { name: /^Import 6/ }))
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
