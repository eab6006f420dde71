import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { renderQueried } from '../../../test/render'
import type { BookingRow } from './api'
import { BookingDrawer } from './BookingDrawer'
import { BookingList } from './BookingList'

const BOOKING = {
  uaid: '10000001',
  firstName: 'Robin',
  lastName: 'Rival',
  eventBookingId: 'b1',
  eventTestCode: '7K3QXM',
  bookingDate: '2026-11-20',
  bookingTime: '10:00',
  eventTestStatus: 'completed',
  eventTestType: 'test',
  score: 59.17,
  position: null,
  teamName: null,
  arrivedAt: null,
  onboardedAt: null,
} as unknown as BookingRow
const HELD: BookingRow = { ...BOOKING, held: true }

// The row that the list has is enough.
beforeEach(() => void vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}) as never))

const list = (booking: BookingRow) => (
  <BookingList bookings={[booking]} query={{}} onOpen={vi.fn<() => void>()} />
)
const drawer = (booking: BookingRow) => <BookingDrawer id="b1" row={booking} onClose={vi.fn<() => void>()} />

// RULES 8.7
it.each([
  ['list', list],
  ['drawer', drawer],
])('the %s says that a final is held for the reveal', (_, show) => {
  renderQueried(show(HELD))
  screen.getByText(/held for the reveal$/i)
})

it.each([
  ['list', list],
  ['drawer', drawer],
])('the %s says nothing of the kind about another final', (_, show) => {
  renderQueried(show(BOOKING))
  screen.getByText(/59\.17/)
  expect(screen.queryByText(/held/i)).toBeNull()
})
