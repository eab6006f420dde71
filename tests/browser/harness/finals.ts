// A whole test day by the wire: somebody with a final, shown at once or held for a reveal.
import { expect } from 'vitest'

import type { Api, Athlete, Booked } from './api.ts'
import { bookToday } from './desk.ts'
import type { Server } from './server.ts'
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
  const post = (path: string, body: object) => api.ask('POST', `event/admin/${path}`, body, staff)
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
  await api.ask('POST', 'event/livescreen/reveal', body, staff)
}

/** Holds back the only final of somebody, as the desk does. */
export function holdBack(server: Server, emailAddress: string): void {
  const sql =
    "UPDATE booking SET held = 1 WHERE status = 'completed' AND uaid = (SELECT uaid FROM account WHERE email = ?)"
  expect(server.change(sql, emailAddress)).toBe(1)
}

/** Removes the demo's own held final, for journeys that count held finals. */
export function withoutDemosHeld(server: Server): void {
  server.change("UPDATE booking SET held = 0, status = 'dnt', score_hundredths = NULL WHERE held = 1")
}
