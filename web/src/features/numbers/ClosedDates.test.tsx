import { render, screen } from '../../test/kit'
import { expect, it } from 'vitest'
import { ClosedDates } from './ClosedDates'

// RULES 3.11
it('leads to each day that still has bookings at closed times', () => {
  render(
    <ClosedDates
      dates={[
        { date: '2026-11-24', bookings: 1 },
        { date: '2026-12-01', bookings: 12 },
      ]}
      times={[{ date: '2026-11-30', bookings: 2 }]}
    />,
  )
  expect(screen.getAllByRole('listitem').map((day) => day.textContent)).toEqual([
    'Tue 24 Nov 2026: closed all day, 1 booking',
    'Mon 30 Nov 2026: some times closed, 2 bookings',
    'Tue 1 Dec 2026: closed all day, 12 bookings',
  ])
  const link = screen.getByRole('link', { name: 'Tue 24 Nov 2026' })
  expect(link.getAttribute('href')).toBe(
    '/en-gb/staff-account-pd-admin?section=schedule&show=day&day=2026-11-24',
  )
})

it('says nothing where there are none', () => {
  render(<ClosedDates dates={undefined} times={undefined} />)
  expect(screen.queryByText('Closed times with bookings')).toBeNull()
})
