import type { HitBooking } from '../features/schedule/api'

/** A booking that a change of the schedule affects: a Sunday at 11:00. */
export const hitBooking = (id: string, more: Partial<HitBooking> = {}): HitBooking => ({
  uaid: id,
  firstName: id,
  lastName: 'Shore',
  eventBookingId: id,
  eventTestCode: '7K3QXM',
  eventTestStatus: 'booked',
  eventTestType: 'test',
  tShirtSize: 'M',
  assistanceRequired: false,
  bookingDate: '2026-11-29',
  bookingTime: '11:00',
  reason: 'SESSION_CLOSED',
  keepable: false,
  teamBookingId: null,
  teamName: null,
  alternatives: [],
  ...more,
})
