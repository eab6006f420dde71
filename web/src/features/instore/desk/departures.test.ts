// @vitest-environment node
// Whatever somebody does at a tablet: who leaves the queue and is called back is as they were, and nobody else is touched.
import { beforeAll, expect, it } from 'vitest'
import type { DeskAct, DeskQueue } from '@sixfold/domain'
import { loadRules, type Rules } from '../../../rules'
import { recalled, unlistedDepartures, UNDO_MS, type Departure } from './departures'
import { TEST_TYPES } from '../../../components/art/test-types'

let rules: Rules
beforeAll(async () => {
  rules = await loadRules()
})

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const PEOPLE = ['1', '2', '3'] as const

function anyAct(random: () => number): DeskAct {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const uaid = pick(PEOPLE)
  const test = pick(TEST_TYPES)
  const attempts = Array.from({ length: Math.floor(random() * 3) }, () => Math.round(random() * 100))
  const score = Math.round(random() * 10_000) / 100
  return pick<DeskAct>([
    { act: 'onboard', uaid, bookingId: `b${uaid}` },
    { act: 'accept', uaid },
    { act: 'front', uaid },
    { act: 'record', uaid, test, attempts },
    { act: 'submitTest', uaid, test, attempts: [50], score },
    { act: 'skip', uaid, test },
    { act: 'unlock', uaid, test },
    { act: 'take', uaid, test, state: { status: 'closed', attempts: [40], score, revision: 3 } },
    { act: 'submitFinal', uaid },
    { act: 'reopen', uaid },
  ])
}

it('recalls everybody as they were, after any acts', { timeout: 240_000 }, () => {
  let finals = 0
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = randomOf(seed)
    let queue: DeskQueue = []
    for (let step = 0; step < 120; step += 1) {
      const done = rules.onboarding(queue, anyAct(random))
      if (done.ok) queue = done.value
      if (step % 7 === 0) {
        // All tests closed, so that finals come up too.
        const uaid = PEOPLE[seed % 3] as string
        for (const test of TEST_TYPES) {
          const closed = rules.onboarding(queue, { act: 'submitTest', uaid, test, attempts: [50], score: 50 })
          if (closed.ok) queue = closed.value
        }
      }
      const [front] = queue
      if (!front || front.uaid === '') continue
      if (front.resultFinal) finals += 1
      const dropped = rules.onboarding(queue, { act: 'dropFront' })
      if (!dropped.ok) throw new Error(dropped.error.message)
      const back = recalled(rules, dropped.value, front)
      if (!back.ok) throw new Error(`${back.error.message}, seed ${seed}, step ${step}`)
      expect(back.value).toEqual(queue)
      expect(recalled(rules, queue, front).ok, 'nobody is there twice').toBe(false)
    }
  }
  expect(finals).toBeGreaterThan(50)
})

it('lets nobody go whom the list may not know, whatever the clock says', () => {
  const random = randomOf(7)
  for (let round = 0; round < 2_000; round += 1) {
    const at = Math.floor(random() * 100)
    const unsentAt = at + Math.floor(random() * 100)
    const askedAt = random() < 0.1 ? null : Math.floor(random() * 300)
    const now = Math.floor(random() * 2 * UNDO_MS)
    const how = (['final', 'declined', 'released', 'cleared'] as const)[Math.floor(random() * 4)] ?? 'final'
    const named = random() < 0.5
    const left = { b1: { how, at, athlete: null, person: { bookingId: 'b1' } } as unknown as Departure }
    const bookings = named ? [{ eventBookingId: 'b1' }] : []
    const stays = 'b1' in unlistedDepartures(left, { askedAt, bookings }, () => unsentAt, now)
    if (askedAt === null || askedAt < unsentAt) expect(stays).toBe(true)
    if (how === 'declined' && !named && now - at <= UNDO_MS) expect(stays).toBe(true)
    if (!stays) expect(askedAt).toBeGreaterThanOrEqual(unsentAt)
  }
})
