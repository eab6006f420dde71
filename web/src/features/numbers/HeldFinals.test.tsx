import { render, screen } from '../../test/kit'
import { expect, it } from 'vitest'
import { HeldFinals } from './HeldFinals'

// RULES 8.7
it.each([
  [1, 'A final is still held'],
  [3, '3 finals are still held'],
])('counts finals that nobody has revealed (%i), and leads to the reveal desk', (count, title) => {
  render(<HeldFinals held={{ count, earliest: '2026-11-21' }} />)
  screen.getByText(title)
  screen.getByText(/Sat 21 Nov 2026/)
  expect(screen.getByRole('link', { name: 'Reveal desk' }).getAttribute('href')).toBe(
    '/en-gb/staff-account-reveal',
  )
})

it('says nothing where there are none', () => {
  render(<HeldFinals held={null} />)
  expect(screen.queryByRole('link')).toBeNull()
})
