// What happens to the bookings that a change affects: one decision each, and no place is given out twice.
import { shortDate } from '../../../academy/civil-date'
import type { Alternative, Decision, HitBooking } from '../api'

/** The decisions so far, by booking. */
export type Decisions = Readonly<Record<string, Decision>>

/** The value of a choice: the other place, or what else happens. */
export type Choice = '' | 'cancel' | 'keep' | `${string} ${string}`

export const placeKey = ({ date, time }: { date: string; time: string }): `${string} ${string}` =>
  `${date} ${time}`

/** `Tue 24 Nov 2026, 14:15`. */
export const placeName = ({ date, time }: { date: string; time: string }): string =>
  `${shortDate(date)}, ${time}`

export function choiceOf(decision: Decision | undefined): Choice {
  if (!decision) return ''
  return decision.act === 'move' ? placeKey(decision) : decision.act
}

export function decisionOf(eventBookingId: string, choice: Choice): Decision | null {
  if (choice === '') return null
  if (choice === 'cancel' || choice === 'keep') return { eventBookingId, act: choice }
  const [date = '', time = ''] = choice.split(' ')
  return { eventBookingId, act: 'move', date, time }
}

/** How many of the decisions take each place. */
function takenBy(decisions: Decisions, but?: string): Map<string, number> {
  const taken = new Map<string, number>()
  for (const [id, decision] of Object.entries(decisions))
    if (decision.act === 'move' && id !== but)
      taken.set(placeKey(decision), (taken.get(placeKey(decision)) ?? 0) + 1)
  return taken
}

/** The places that are left for a booking, given the decisions about the others. */
export function stillFree(booking: HitBooking, decisions: Decisions): Alternative[] {
  const taken = takenBy(decisions, booking.eventBookingId)
  return booking.alternatives
    .map((place) => ({ ...place, remaining: place.remaining - (taken.get(placeKey(place)) ?? 0) }))
    .filter(({ remaining }) => remaining > 0)
}

/** Moves every undecided booking to the first free place; those that find none stay undecided. */
export function moveTheRest(bookings: readonly HitBooking[], decisions: Decisions): Decisions {
  let all = decisions
  for (const booking of bookings) {
    if (all[booking.eventBookingId]) continue
    const [first] = stillFree(booking, all)
    if (first)
      all = {
        ...all,
        [booking.eventBookingId]: {
          eventBookingId: booking.eventBookingId,
          act: 'move',
          date: first.date,
          time: first.time,
        },
      }
  }
  return all
}

export function cancelTheRest(bookings: readonly HitBooking[], decisions: Decisions): Decisions {
  const rest = bookings.filter(({ eventBookingId }) => !decisions[eventBookingId])
  return {
    ...decisions,
    ...Object.fromEntries(
      rest.map(({ eventBookingId }): [string, Decision] => [
        eventBookingId,
        { eventBookingId, act: 'cancel' },
      ]),
    ),
  }
}

/** The decisions that still fit when the list of bookings, or of free places, has changed. */
export function stillFitting(bookings: readonly HitBooking[], decisions: Decisions): Decisions {
  let kept: Decisions = {}
  for (const booking of bookings) {
    const decision = decisions[booking.eventBookingId]
    if (!decision) continue
    const fits =
      decision.act === 'move'
        ? stillFree(booking, kept).some((place) => placeKey(place) === placeKey(decision))
        : decision.act === 'cancel' || booking.keepable
    if (fits) kept = { ...kept, [booking.eventBookingId]: decision }
  }
  return kept
}

/** What happened to the bookings, in a sentence; empty if none was affected. */
export function becameOf(decisions: readonly Decision[]): string {
  const count = (act: Decision['act']) => decisions.filter((decision) => decision.act === act).length
  const parts = [
    [count('move'), 'moved'],
    [count('cancel'), 'cancelled'],
    [count('keep'), 'kept'],
  ] as const
  const words = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  return words.length === 0 ? '' : ` Bookings: ${words.join(', ')}.`
}

/** Bookings of a team are grouped, in their original order. */
export interface HitGroup {
  /** Empty for a booking without a team. */
  team: string
  bookings: HitBooking[]
}

export function groupsOf(bookings: readonly HitBooking[]): HitGroup[] {
  const groups = new Map<string, HitGroup>()
  for (const booking of bookings) {
    const key = booking.teamBookingId ?? ''
    const group = groups.get(key) ?? {
      team: booking.teamBookingId ? (booking.teamName ?? 'Team') : '',
      bookings: [],
    }
    group.bookings.push(booking)
    groups.set(key, group)
  }
  return [...groups.values()]
}
