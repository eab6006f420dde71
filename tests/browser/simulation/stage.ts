// The morning before the day: athletes who have signed up and booked, and four members of staff. Made once; every
// simulated day runs on a copy of it.
import { execFile } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { Api, PASSWORD } from '../harness/api.ts'
import { binary, Server } from '../harness/server.ts'

/** Two of role 2, two of role 3. */
export const STAFF = [
  { emailAddress: 'first.instore@example.org', role: 2 },
  { emailAddress: 'second.instore@example.org', role: 2 },
  { emailAddress: 'first.delivery@example.org', role: 3 },
  { emailAddress: 'second.delivery@example.org', role: 3 },
] as const

export type Staff = (typeof STAFF)[number]

/** One athlete with a place. */
export interface Guest {
  uaid: string
  bookingId: string
  code: string
  /** `YYYY-MM-DD`; the second day's come a day early. */
  date: string
}

export interface Stage {
  directory: string
  /** The day itself, and the day after: one day has not places enough for 300. */
  dates: readonly [string, string]
  guests: readonly Guest[]
}

const run = promisify(execFile)
const AT_ONCE = 8

/** Signs up and books `athletes` people, half of them on each of the first two open days. */
export async function makeStage(athletes: number): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'sixfold-stage-'))
  const database = `sqlite:${join(directory, 'sixfold.db')}`
  await run(binary(), ['migrate', '--data-dir', directory, '--database-url', database])
  for (const { emailAddress, role } of STAFF) {
    const who = ['--email', emailAddress, '--role', String(role), '--password', PASSWORD]
    await run(binary(), ['user', 'create', ...who, '--data-dir', directory, '--database-url', database])
  }
  const server = await Server.start({ directory, demo: false })
  try {
    const api = new Api(server.url)
    const open = (await api.days()).filter((day) => day.open).slice(0, 2)
    const [first, second] = open
    if (!first || !second) throw new Error('no two open days')
    const half = Math.ceil(athletes / 2)
    const places = [first, second].flatMap((day, at) => {
      const seats = day.slots.flatMap(({ time, remaining }) => Array<string>(remaining).fill(time))
      return seats.slice(0, at === 0 ? half : athletes - half).map((time) => ({ date: day.date, time }))
    })
    if (places.length < athletes) throw new Error(`places for ${places.length} of ${athletes}`)
    const guests: Guest[] = []
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, lane) => {
        for (let at = lane; at < athletes; at += AT_ONCE) guests[at] = await guest(api, places[at])
      }),
    )
    return { directory, dates: [first.date, second.date], guests }
  } finally {
    await server.end('SIGTERM')
  }
}

async function guest(api: Api, place: { date: string; time: string } | undefined): Promise<Guest> {
  if (!place) throw new Error('no place')
  const athlete = await api.athlete()
  const booked = await api.book(athlete, place.date, place.time)
  if (booked.status !== 200) throw new Error(`booking: ${booked.status} ${JSON.stringify(booked.error)}`)
  const { code, eventBookingId: bookingId } = booked.data
  return { uaid: athlete.uaid, bookingId, code, date: place.date }
}

/** A fresh data directory with everything that the stage has. */
export async function copyOf(stage: Stage): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sixfold-day-'))
  await cp(stage.directory, directory, { recursive: true })
  return directory
}
