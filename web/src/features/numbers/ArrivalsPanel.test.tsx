import { render, screen } from '@testing-library/react'
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

it('counts an athlete who is marked as not tested neither as late nor as to come', () => {
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
  render(<ArrivalsPanel today={today} asOf="10:20" />)
  screen.getByText('To come: 0, 1')
  screen.getByText('Late: 1, 0')
})
