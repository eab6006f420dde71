import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { renderQueried } from '../../test/render'
import { ImportResults } from './ImportResults'

vi.mock('./import-file', () => ({
  EXAMPLE: '',
  readFile: () => Promise.resolve({ csv: 'uaid' }),
  refusedOutcome: () => null,
}))

it('has the focus at its heading when the button that imports goes', async () => {
  const checked = { rows: 6, athletes: 1, imported: 0, problems: [], problemCount: 0 }
  vi.spyOn(api, 'post')
    .mockResolvedValueOnce(checked as never)
    .mockResolvedValueOnce({ ...checked, imported: 6 } as never)
  const { container } = renderQueried(<ImportResults />)
  const input = container.querySelector('#results-file')
  if (!input) throw new Error('There is no field for the file.')
  fireEvent.change(input, { target: { files: [new File(['uaid'], 'results.csv')] } })
  await userEvent.click(await screen.findByRole('button', { name: /^Import 6/ }))
  await screen.findByText(/imported$/)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Import results from a file' }))
})
