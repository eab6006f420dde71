// The decision about a booking that a write could not carry out.
import { errorSentence } from '../../../api/error-sentence'
import { ApiFailure } from '../../../api/client/failure'

export interface RefusedDecision {
  eventBookingId: string
  sentence: string
}

/** The decision that a refused write names, with why; null for every other failure. */
export function refusedDecision(cause: unknown): RefusedDecision | null {
  if (!(cause instanceof ApiFailure)) return null
  const id = cause.details?.eventBookingId
  return typeof id === 'string' || typeof id === 'number'
    ? { eventBookingId: String(id), sentence: errorSentence(cause) }
    : null
}
