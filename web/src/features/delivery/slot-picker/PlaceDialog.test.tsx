import { press, renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import type { BookingRow } from '../bookings/api'
import { PlaceDialog } from './PlaceDialog'

vi.mock('./PlacePicker', () => ({ PlacePicker: () => null }))

const REQUEST = {
  uaid: '10000001',
  firstName: 'Robin',
  lastName: 'Rival',
  eventBookingId: 'b1',
  eventTestStatus: 'assistance',
  eventTestType: 'test',
  bookingDate: '2026-11-24',
  bookingTime: '10:00',
} as unknown as BookingRow

// RULES 6.4
it.each([
  ['SCREENING_NOT_CLEARED', 'Record a clearance under Users, then try again.'],
  ['HEALTH_CONSENT_REQUIRED', 'Robin has not agreed that we hold health details.'],
  ['GUARDIAN_REQUIRED', 'Robin is under 18'],
  ['SLOT_FULL', 'Someone just took the last place at that time. Pick another time.'],
])('after %s it tells staff about the athlete, not the athlete', async (code, words) => {
  vi.spyOn(api, 'post').mockRejectedValue(new ApiFailure(code, '', 422))
  renderQueried(<PlaceDialog booking={REQUEST} onClose={vi.fn<() => void>()} />)
  await press(/^Book /)
  expect((await screen.findByRole('alert')).textContent).toContain(words)
})
