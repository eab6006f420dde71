import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ClosedDates } from './ClosedDates'

// RULES 3.11
it('leads to each closed day that still has bookings', () => {
  render(
    <ClosedDates
      dates={[
        { date: '2026-11-24', bookings: 1 },
        { date: '2026-12-01', bookings: 12 },
      ]}
    />,
  )
  expect(screen.getAllByRole('listitem').map((day) => day.textContent)).toEqual([
    'Tue 24 Nov 2026: 1 booking',
    'Tue 1 Dec 2026: 12 bookings',
  ])
  const link = screen.getByRole('link', { name: 'Tue 24 Nov 2026' })
  expect(link.getAttribute('href')).toBe(
    '/en-gb/staff-account-pd-admin?section=schedule&show=day&day=2026-11-24',
  )
})

it('says nothing where there are none', () => {
  render(<ClosedDates dates={undefined} />)
  expect(screen.queryByText('Closed days with bookings')).toBeNull()
})
