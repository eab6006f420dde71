import { renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import * as client from '../../../api/client/client'
import { WaitingPanel } from './WaitingPanel'

// jsdom lays nothing out, so it has no width for a chart.
vi.mock('../charts/Columns', () => ({ Columns: () => null }))

const KEPT = 'These numbers begin on 18 Oct 2025: those of earlier days are deleted.'
const NOBODY = 'Nobody has waited for a place on these days.'

/** The panel of the days from `from` to today, with how many waited since the first of them that is kept. */
function show(from: string, waited: number, kept: { keptFrom?: string }) {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9), toFake: ['Date'] })
  const range = { from, to: '2026-11-22' }
  const row = { date: '2025-10-18', until: range.to, waited, waiting: 0, offered: 0, accepted: 0 }
  const answer = { eventId: 'academy', ...range, step: 'month', ...kept, rows: [row] }
  vi.spyOn(client.api, 'get').mockResolvedValue(answer as never)
  renderQueried(<WaitingPanel range={range} />)
}

// RULES 14.2
it('says from which day on waiting lists are kept, with numbers and without', async () => {
  show('2025-10-17', 3, { keptFrom: '2025-10-18' })
  await screen.findByText(KEPT)
  screen.getByRole('region', { name: 'Waiting list over time' })
})

it('does not say that nobody waited on days whose lists are deleted', async () => {
  show('2025-10-17', 0, { keptFrom: '2025-10-18' })
  await screen.findByText(KEPT)
  expect(screen.queryByText(NOBODY)).toBeNull()
})

it.each([{}, { keptFrom: '2025-10-18' }])(
  'says nothing of that about days that are kept: %j',
  async (kept) => {
    show('2025-10-18', 0, kept)
    await screen.findByText(NOBODY)
    expect(screen.queryByText(KEPT)).toBeNull()
  },
)
