// A crew and a scripted server, for the tests of crews.
import { beforeEach, vi } from 'vitest'
import type { Crew } from '../features/leaderboard/crews/api'
import { answered, refused } from './answers'
import { boardConfig } from './board'
import { FakeSource } from './event-source'

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

/** What the server answers, or will, by method and path; a text is the code of a refusal, after its status. */
export let answers: Record<string, unknown>
/** Of this test's crew: each has a stream of its own. */
export let id: string
export let asked: { call: string; body: unknown }[]
let made = 0

export const bodyOf = (call: string) => asked.findLast((one) => one.call === call)?.body

/** The results of somebody whose only final of this season is held. */
export const HELD = { results: [{ season: 3, held: true }] }

beforeEach(() => {
  FakeSource.install()
  id = `squad-${++made}`
  asked = []
  answers = {
    'GET event/config': boardConfig(),
    'GET user/profile': { bookingEligibility: { mode: 'open', refusals: [] } },
    'GET user/results': { results: [] },
  }
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost')
    if (pathname.endsWith('/csrf')) return Response.json({ csrfToken: 'c0ffee' })
    const call = `${method} ${pathname.replace('/api/', '')}`
    asked.push({ call, body: body ? (JSON.parse(String(body)) as unknown) : undefined })
    const said = await answers[call]
    if (typeof said !== 'string') return answered(said ?? null)
    const [code, errorCode = '', field] = said.split(' ')
    return refused(Number(code), errorCode, field === undefined ? {} : { field })
  })
})
