import type { DeskAct, DeskAthlete, DeskQueue } from '@sixfold/domain'
import type { Rules } from '../../../rules'
import type { Protocols } from '../model'

/** The queue with an athlete's closed tests, and the final if it is in, scored by other protocols. */
export function rescored(
  rules: Pick<Rules, 'onboarding' | 'testScore'>,
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
