// A whole test day by the wire: somebody with a final, shown at once or held for a reveal.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect } from 'vitest'

import type { Api, Athlete, Booked } from './api.ts'
import { bookToday } from './desk.ts'
import { tokenOf } from './session.ts'

export interface Wanted {
  firstName: string
  /** Somebody who has signed up; a new athlete by default. */
  athlete?: Athlete
  /** The final score, a multiple of ten. */
  points: number
  /** Other measurements than those worth the points; the final may be another then. */
  measured?: Partial<ReturnType<typeof rawFor>>
  /** The London date, today by the server's clock, and a time with a free place. */
  date: string
  time: string
  hold?: boolean
}

/** Measurements worth a number of points in each of the six tests, by the first protocols. */
const rawFor = (points: number) => ({
  Cognitive: 20 + 0.9 * points,
  Strength: 15 + 0.35 * points,
  Power: 15 + 0.6 * points,
  Speed: Number((4.2 - 0.015 * points).toFixed(3)),
  Agility: Number((6.5 - 0.024 * points).toFixed(3)),
  Endurance: Number((3 + 0.13 * points).toFixed(1)),
})

/** Onboards an athlete, enters six tests and the final. */
export async function enterFinal(
  api: Api,
  { firstName, athlete, points, measured, date, time, hold = false }: Wanted,
): Promise<Booked> {
  const booked = await bookToday(api, athlete ?? (await api.athlete(undefined, firstName)), date, time)
  const staff = await tokenOf(api, 'instore@sixfold.example')
  const post = async (path: string, body: object) => {
    const answer = await api.call('POST', `event/admin/${path}`, body, staff)
    expect(answer.status, `${path}: ${JSON.stringify(answer.error)}`).toBe(200)
    return answer.data
  }
  const { uaid, eventBookingId } = booked
  await post('onboard', { code: booked.code })
  for (const [TestType, score] of Object.entries({ ...rawFor(points), ...measured }))
    await post('test', { uaid, eventBookingId, results: { TestType, Attempts: [{ score }] } })
  const ended = await post('final', {
    uaid,
    EventBookingId: eventBookingId,
    Status: 'completed',
    holdReveal: hold,
  })
  if (!measured) expect(ended).toMatchObject({ score: points })
  return booked
}

/** An act of the reveal, by a member of staff. */
export async function reveal(api: Api, body: object): Promise<void> {
  const staff = await tokenOf(api, 'instore@sixfold.example')
  const answer = await api.call('POST', 'event/livescreen/reveal', body, staff)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
}

/** Removes the demo's own held final, for journeys that count held finals. */
export function withoutDemosHeld(directory: string): void {
  const file = new DatabaseSync(join(directory, 'sixfold.db'))
  file.exec('PRAGMA busy_timeout = 5000')
  file.exec("UPDATE booking SET held = 0, status = 'dnt', score_hundredths = NULL WHERE held = 1")
  file.close()
}
