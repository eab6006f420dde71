import type { DeskAct, DeskAthlete, DeskQueue } from '@sixfold/domain'
import type { Rules } from '../../../rules'
import type { Protocols } from '../model'
import { athletesOf } from '../queue'
import type { DayListing } from './departures'
import type { StoredDesk } from './stored-desk'

type Machine = Pick<Rules, 'onboarding' | 'testScore'>

/** The queue with an athlete's closed tests, and the final if it is in, scored by other protocols. */
function rescored(
  rules: Machine,
  queue: DeskQueue,
  { uaid, tests, resultFinal }: DeskAthlete,
  protocols: Protocols,
): DeskQueue {
  let scored = queue
  const act = (next: DeskAct) => {
    const done = rules.onboarding(scored, next)
    if (done.ok) scored = done.value
  }
  for (const protocol of protocols.tests) {
    const test = protocol.TestType
    const state = tests[test]
    // The server refuses attempts that these protocols do not take; until it has, their points stay.
    const score = state.status === 'closed' ? rules.testScore(protocol, state.attempts) : null
    if (score?.ok) act({ act: 'take', uaid, test, state: { ...state, score: score.value } })
  }
  if (resultFinal) act({ act: 'submitFinal', uaid })
  return scored
}

/**
 * Each athlete scored by the protocols of their onboarding, as the list has them (RULES 7.5): Scoring may have been changed before
 * it reached the server. Null if nothing changes.
 */
export function scoredAsListed(
  rules: Machine,
  { queue, people }: Pick<StoredDesk, 'queue' | 'people'>,
  { bookings }: DayListing,
): Pick<StoredDesk, 'queue' | 'people'> | null {
  const scored = { queue, people }
  for (const { eventBookingId: id, protocols } of bookings) {
    const person = people[id]
    const athlete = athletesOf(queue).find(({ bookingId }) => bookingId === id)
    if (!person || !athlete || !protocols || protocols.version === person.protocols.version) continue
    scored.queue = rescored(rules, scored.queue, athlete, protocols)
    scored.people = { ...scored.people, [id]: { ...person, protocols } }
  }
  return scored.people === people ? null : scored
}
