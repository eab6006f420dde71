// A crew and a scripted server, for the tests of crews.
import { beforeEach } from 'vitest'
import type { Crew } from '../features/leaderboard/crews/api'
import { boardConfig } from './board'
import { FakeSource } from './event-source'
import { serve, type Sent } from './kit'

export const TOKEN = 'abcdefghijklmnopqrstuv'
export const NOW = '2026-11-21T10:00:00.000Z'

export const crewOf = (more: Partial<Crew> = {}): Crew => ({
  crewId: id,
  name: 'Tuesday Squad',
  isOwner: false,
  link: `https://sixfold.example/en-gb/crew#${TOKEN}`,
  members: 3,
  joinedAt: NOW,
  me: {
    memberId: 'Robin',
    firstName: 'Robin',
    lastName: 'Field',
    shareFinal: true,
    shareCorners: false,
    score: 88,
    bookingId: '7',
    corners: [80, 82, 84, 86, 88, 90],
  },
  ...more,
})

/** What the server answers, or will, by method and path. */
export let answers: Record<string, object | null>
/** Of this test's crew: each has a stream of its own. */
export let id: string
export let asked: Sent[]
let made = 0

export const bodyOf = (call: string) => asked.findLast((one) => one.call === call)?.body

/** The results of somebody whose only final of this season is held. */
export const HELD = { results: [{ season: 3, held: true }] }

beforeEach(() => {
  FakeSource.install()
  id = `squad-${++made}`
  answers = {
    'GET event/config': boardConfig(),
    'GET user/profile': { bookingEligibility: { mode: 'open', refusals: [] } },
    'GET user/results': { results: [] },
  }
  asked = serve(answers)
})
