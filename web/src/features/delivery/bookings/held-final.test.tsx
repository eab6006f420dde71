import { renderQueried, screen } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { bookingRow } from '../../../test/booking-row'
import type { BookingRow } from './api'
import { BookingDrawer } from './BookingDrawer'
import { BookingList } from './BookingList'

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
  renderQueried(show(bookingRow({ held: true })))
  screen.getByText(/held for the reveal$/i)
})

it.each([
  ['list', list],
  ['drawer', drawer],
])('the %s says nothing of the kind about another final', (_, show) => {
  renderQueried(show(bookingRow()))
  screen.getByText(/59\.17/)
  expect(screen.queryByText(/held/i)).toBeNull()
})
