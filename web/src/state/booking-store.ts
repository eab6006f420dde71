import type { BookingType } from '../api/types'
import { keptStore } from './kept-store'

/**
 * What was changed in booking and may stay on the device: the rest follows the profile. Health answers are not among it, but that
 * there were some is.
 */
export interface StoredDetails {
  tShirtSize?: string
  emergencyName?: string
  emergencyNumber?: string
  phoneNumber?: string
  assistanceRequired?: boolean
  healthTyped: boolean
}

/**
 * What the person was in the middle of: the temporary booking data. `eventBookingId`,
 * `eventBookingType`, `revealUAID` and `nonCompetitorReg` are part of them although no screen reads them.
 */
export interface BookingData {
  /** The open tab on MY TESTS. */
  tabState: string | null
  /** The date the calendar opens at, `YYYY-MM-DD`. */
  initDate: string | null
  /** The open booking that is being moved; null for a new one. */
  eventBookingId: string | null
  eventBookingType: BookingType | null
  /** The id of the booking whose confirmation has not been seen yet. */
  eventBookingConfirmed: string | null
  /** That booking was there before and has moved. */
  eventBookingMoved: boolean
  revealUAID: string | null
  /** The person signs up to be tested without competing. */
  nonCompetitorReg: boolean
  details: StoredDetails | null
}

export const useBookingData = keptStore<BookingData>('booking', {
  tabState: null,
  initDate: null,
  eventBookingId: null,
  eventBookingType: null,
  eventBookingConfirmed: null,
  eventBookingMoved: false,
  revealUAID: null,
  nonCompetitorReg: false,
  details: null,
})
