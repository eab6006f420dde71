import { detailsOf } from '../../../api/refusal'
import type { Decision, HitBooking } from '../api'
import { refusedDecision, type RefusedDecision } from './refused-decision'

/** Bookings wait for a decision. */
export interface ToDecide {
  step: 'decide'
  bookings: readonly HitBooking[]
  /** The decision that the last try could not carry out. */
  refused: RefusedDecision | null
}

interface DecidedWrite<T> {
  /** Null before anybody was asked: then the impact is read first. */
  decisions: readonly Decision[] | null
  impact: () => Promise<{ bookings: HitBooking[] }>
  write: (decisions: readonly Decision[]) => Promise<T>
}

/** Writes to the schedule, unless bookings that it hits have no decision yet. */
export async function decidedWrite<T>({
  decisions,
  impact,
  write,
}: DecidedWrite<T>): Promise<ToDecide | { step: 'written'; written: T; decisions: readonly Decision[] }> {
  if (decisions === null) {
    const { bookings } = await impact()
    if (bookings.length > 0) return { step: 'decide', bookings, refused: null }
  }
  try {
    return { step: 'written', written: await write(decisions ?? []), decisions: decisions ?? [] }
  } catch (cause) {
    // Somebody booked meanwhile.
    const hit = detailsOf(cause, 'BOOKINGS_HIT')?.bookings
    if (hit) return { step: 'decide', bookings: hit, refused: null }
    // A suggested place has gone: look up the others again.
    const refused = refusedDecision(cause)
    if (!refused) throw cause
    const { bookings } = await impact()
    return { step: 'decide', bookings, refused }
  }
}
