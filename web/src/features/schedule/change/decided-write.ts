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

/** What a write answers about the decisions. */
export interface Decided {
  /** The bookings whose decisions were carried out; older servers do not name them. */
  decided?: readonly string[] | null | undefined
}

interface DecidedWrite<T extends Decided> {
  /** Null before anybody was asked: then the impact is read first. */
  decisions: readonly Decision[] | null
  impact: () => Promise<{ bookings: HitBooking[] }>
  write: (decisions: readonly Decision[]) => Promise<T>
}

/** The decisions that were carried out: a booking may have been moved or cancelled while somebody decided about it. */
function carriedOut(decisions: readonly Decision[], { decided }: Decided): readonly Decision[] {
  if (!decided) return decisions
  const bookings = new Set(decided)
  return decisions.filter(({ eventBookingId }) => bookings.has(eventBookingId))
}

/** Writes to the schedule, unless bookings that it hits have no decision yet. */
export async function decidedWrite<T extends Decided>({
  decisions,
  impact,
  write,
}: DecidedWrite<T>): Promise<ToDecide | { step: 'written'; written: T; decisions: readonly Decision[] }> {
  if (decisions === null) {
    const { bookings } = await impact()
    if (bookings.length > 0) return { step: 'decide', bookings, refused: null }
  }
  try {
    const written = await write(decisions ?? [])
    return { step: 'written', written, decisions: carriedOut(decisions ?? [], written) }
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
