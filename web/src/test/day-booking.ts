import type { DayBooking } from '../offline/day/types'

/** A booking on a tablet's list. */
export const dayBooking = (id: string, more: Partial<DayBooking> = {}): DayBooking => ({
  uaid: `A-${id}`,
  eventBookingId: id,
  firstName: 'Robin',
  lastName: 'Rival',
  eventTestCode: '7K3QXM',
  bookingTime: '10:00',
  eventTestStatus: 'booked',
  eventTestType: 'test',
  assistanceRequired: false,
  onboarded: false,
  results: [],
  ...more,
})
