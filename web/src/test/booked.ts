import { DEFAULT_ENTRY, type BookingEntry } from '../features/booking/entry'

/** A booking that its athlete has: a Tuesday morning. */
export const booked = (more: Partial<BookingEntry> = {}): BookingEntry => ({
  ...DEFAULT_ENTRY,
  eventBookingId: 'b-1',
  eventTestDate: '2026-11-24',
  eventTestTime: '10:00',
  eventTestStatus: 'booked',
  ...more,
})
