// The decision about a booking that a write could not carry out.
import { ApiFailure } from '../../../api/client/failure'
import { staffSentence } from '../../../api/staff-sentence'

export interface RefusedDecision {
  eventBookingId: string
  sentence: string
}

/** The decision that a refused write names, with why; null for every other failure. */
export function refusedDecision(cause: unknown): RefusedDecision | null {
  if (!(cause instanceof ApiFailure)) return null
  const id = cause.details?.eventBookingId
  return typeof id === 'string' || typeof id === 'number'
    ? { eventBookingId: String(id), sentence: staffSentence(cause) }
    : null
}
