import { field, fireEvent, press, renderQueried, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { booked } from '../../../test/booked'
import type { BookingEntry } from '../entry'
import type { Book } from '../use-book'
import { AlertForm } from './AlertForm'

vi.mock('../../../rules', () => ({
  useRules: () => ({
    WEEKDAYS: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
  }),
}))

/** A Saturday morning. */
const BOOKED = booked({ eventTestDate: '2026-12-05' })
const SETTLED = /^You have a time like that already, so you would not hear from us\./

function show(moving: BookingEntry | null, earliest: { date: string; time: string } | null = null) {
  const book = { today: '2026-11-20', earliest: () => earliest } as unknown as Book
  renderQueried(
    <AlertForm
      book={book}
      moving={moving}
      date="2026-11-28"
      onChoose={vi.fn()}
      onMade={vi.fn()}
      onLeave={vi.fn()}
    />,
  )
}

// RULES 5.5
it('says that they would not hear from us while they have such a time', async () => {
  show(BOOKED)
  screen.getByText(SETTLED)
  await userEvent.click(screen.getByRole('radio', { name: 'Afternoon' }))
  expect(screen.queryByText(SETTLED)).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Morning' }))
  screen.getByText(SETTLED)
  fireEvent.change(field('Until'), { target: { value: '2026-12-04' } })
  expect(screen.queryByText(SETTLED)).toBeNull()
  fireEvent.change(field('Until'), { target: { value: '2026-12-05' } })
  screen.getByText(SETTLED)
  await press('Saturday')
  await press('Sunday')
  expect(screen.queryByText(SETTLED)).toBeNull()
})

it('leads such a person to an earlier time, but promises no later ones', () => {
  show(BOOKED, { date: '2026-11-28', time: '10:00' })
  screen.getByRole('button', { name: 'Take me there' })
  expect(screen.queryByText(/others that open later/)).toBeNull()
  screen.getByRole('button', { name: 'Set the alert' })
})

it('says nothing of the kind without a booking', () => {
  show(null, { date: '2026-11-28', time: '10:00' })
  expect(screen.queryByText(SETTLED)).toBeNull()
  screen.getByText('We can still tell you about others that open later.')
})
