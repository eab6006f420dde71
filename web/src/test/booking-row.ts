import type { BookingRow } from '../features/delivery/bookings/api'

/** A completed booking on the lists of programme delivery. */
export const bookingRow = (more: Partial<BookingRow> = {}): BookingRow => ({
  uaid: '10000001',
  firstName: 'Robin',
  lastName: 'Rival',
  eventBookingId: 'b1',
  eventTestCode: '7K3QXM',
  bookingDate: '2026-11-20',
  bookingTime: '10:00',
  eventTestStatus: 'completed',
  eventTestType: 'test',
  assistanceRequired: false,
  tShirtSize: 'M',
  score: 59.17,
  position: null,
  teamBookingId: null,
  teamName: null,
  arrivedAt: null,
  onboardedAt: null,
  ...more,
})
