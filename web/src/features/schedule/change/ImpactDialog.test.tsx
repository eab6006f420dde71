import { field, press, render, screen, userEvent } from '../../../test/kit'
import { expect, test, vi } from 'vitest'
import { hitBooking } from '../../../test/hit-booking'
import type { HitBooking } from '../api'
import { ImpactDialog } from './ImpactDialog'
import type { RefusedDecision } from './refused-decision'

const hit = (firstName: string, ...times: string[]) =>
  hitBooking(firstName, {
    alternatives: times.map((time) => ({ date: '2026-11-29', time, remaining: 1 })),
  })

const dialog = (bookings: readonly HitBooking[], refused: RefusedDecision | null = null) => (
  <ImpactDialog
    intent="Add closed session"
    bookings={bookings}
    refused={refused}
    busy={false}
    error={null}
    onClose={vi.fn<() => void>()}
    onSave={vi.fn<() => void>()}
  />
)

const show = (...bookings: HitBooking[]) => render(dialog(bookings))

test('deciding for all of them leads on to the button that saves', async () => {
  show(hit('Ada', '10:45'), hit('Bea', '10:30'))
  await press('Move all to the nearest place')
  expect(screen.getByRole('status').textContent).toBe('All are decided')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save and write to 2 people' }))
})

test('whoever has nowhere to move to is the next to be decided', async () => {
  show(hit('Ada', '10:45'), hit('Bea'))
  await press('Move all to the nearest place')
  expect(screen.getByRole('status').textContent).toBe('1 left to decide')
  expect(document.activeElement).toBe(field('What happens to Bea Shore?'))
})

test('a refused move is decided again, even if its place is still free', async () => {
  const bookings = [hit('Ada', '10:45'), hit('Bea', '10:30')]
  const { rerender } = render(dialog(bookings))
  await press('Move all to the nearest place')
  rerender(dialog(bookings, { eventBookingId: 'Ada', sentence: 'This booking stays where it is.' }))
  expect(screen.getByRole('status').textContent).toBe('1 left to decide')
  expect(screen.getByText('This booking stays where it is.')).toBeTruthy()
  await userEvent.selectOptions(field('What happens to Ada Shore?'), 'cancel')
  expect(screen.getByRole('status').textContent).toBe('All are decided')
})
