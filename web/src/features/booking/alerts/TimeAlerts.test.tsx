import { screen } from '@testing-library/react'
import { it, vi } from 'vitest'
import { renderQueried } from '../../../test/render'
import type { Book } from '../use-book'
import { TimeAlerts } from './TimeAlerts'

vi.mock('./Alerts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('stays, and offers to try again, when the network is lost before its form has loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const book = { viewOf: () => ({ look: 'open' }) } as unknown as Book
  renderQueried(
    <>
      <p>The calendar</p>
      <TimeAlerts book={book} moving={null} date="2026-11-28" signedIn onChoose={vi.fn()} />
    </>,
  )
  await screen.findByRole('button', { name: 'Try again' })
  screen.getByText('The calendar')
  screen.getByRole('heading', { name: 'None of these suits you?' })
})
