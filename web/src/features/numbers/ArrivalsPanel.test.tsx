import { render, screen } from '../../test/kit'
import { it, vi } from 'vitest'
import { ArrivalsPanel } from './ArrivalsPanel'
import type { ArrivalsAt, Today } from './api'

// jsdom lays nothing out, so it has no width for a chart.
vi.mock('./charts/Columns', () => ({
  Columns: ({ series }: { series: readonly { name: string; values: readonly number[] }[] }) => (
    <ul>
      {series.map(({ name, values }) => (
        <li key={name}>{`${name}: ${values.join(', ')}`}</li>
      ))}
    </ul>
  ),
}))

// RULES 4.13
it.each([
  ['10:00', 'To come: 1, 1', 'Late: 0, 0'],
  ['10:01', 'To come: 0, 1', 'Late: 1, 0'],
])('counts who has not come by %s, without those marked as not tested', (asOf, toCome, late) => {
  const at = (time: string): ArrivalsAt => ({
    time,
    booked: 3,
    arrived: 1,
    onboarded: 0,
    finished: 0,
    missed: 1,
  })
  const today = {
    arrivals: [at('10:00'), at('14:15')],
    counts: { expected: 6, arrived: 2 },
    places: { capacity: 64 },
  } as unknown as Today
  render(<ArrivalsPanel today={today} asOf={asOf} />)
  screen.getByText(toCome)
  screen.getByText(late)
})
