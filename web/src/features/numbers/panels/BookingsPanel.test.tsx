import { renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import * as client from '../../../api/client/client'
import { BookingsPanel } from './BookingsPanel'

// jsdom lays nothing out, so it has no width for a chart.
vi.mock('../charts/Columns', () => ({ Columns: () => null }))

const KEPT = 'These numbers begin on 21 Nov 2025: those of earlier days are deleted.'

/** The panel of three years whose first days are deleted, with how many are booked on the others. */
function show(booked: number) {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9), toFake: ['Date'] })
  const range = { from: '2024-01-01', to: '2026-11-22' }
  const row = { date: '2025-11-21', until: range.to, booked, arrived: booked, missed: 0, cancelled: 0 }
  const answer = { eventId: 'academy', ...range, step: 'month', keptFrom: row.date, rows: [row] }
  vi.spyOn(client.api, 'get').mockResolvedValue(answer as never)
  renderQueried(<BookingsPanel range={range} />)
}

// RULES 14.2
it('says from which day on bookings are counted', async () => {
  show(3)
  await screen.findByText(KEPT)
  screen.getByRole('region', { name: 'Bookings over time' })
})

it('does not say that nobody was booked on days whose numbers are deleted', async () => {
  show(0)
  await screen.findByText(KEPT)
  expect(screen.queryByText('Nobody is booked on these days.')).toBeNull()
})
