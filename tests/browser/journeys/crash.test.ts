// Killing the server under load loses no booking that was answered.
import { afterEach, expect, test } from 'vitest'

import { Api, type Athlete } from '../harness/api.ts'
import { Server } from '../harness/server.ts'

interface Place {
  date: string
  time: string
}

/** What one athlete knows: the last place that was answered, and the one that was asked for and never answered. */
interface Known {
  athlete: Athlete
  bookingId: string
  answered: Place | null
  asked: Place | null
}

const ATHLETES = 24
const ANSWERS_BEFORE_THE_KILL = 200

let server: Server | undefined

afterEach(async () => {
  await server?.stop()
})

test('kill -9 under load keeps every booking and move that was answered', async () => {
  server = await Server.start()
  const running = server
  const api = new Api(server.url)
  const places = (await api.days())
    .filter((day) => day.open)
    .flatMap((day) =>
      day.slots.filter((slot) => slot.available).map((slot) => ({ date: day.date, time: slot.time })),
    )
  expect(places.length).toBeGreaterThan(2 * ATHLETES)
  const known: Known[] = []
  while (known.length < ATHLETES) {
    const athletes = await Promise.all(Array.from({ length: 4 }, () => api.athlete()))
    known.push(...athletes.map((athlete) => ({ athlete, bookingId: '', answered: null, asked: null })))
  }

  let answers = 0
  let killed: Promise<void> | undefined
  await Promise.all(
    known.map(async (one, index) => {
      for (let round = 0; killed === undefined; round++) {
        // Two places of one's own, back and forth.
        const place = places[2 * index + (round % 2)]
        if (!place) throw new Error('too few places')
        one.asked = place
        const extra = one.bookingId === '' ? {} : { eventBookingId: one.bookingId }
        const sent = api.book(one.athlete, place.date, place.time, extra)
        // Now, with this request under way: all the others may have been answered at once.
        if (answers >= ANSWERS_BEFORE_THE_KILL) killed ??= running.end('SIGKILL')
        // A broken connection is no answer.
        const answer = await sent.catch(() => null)
        if (answer === null) return
        if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.error)}`)
        one.bookingId = answer.data.eventBookingId
        one.answered = place
        one.asked = null
        answers += 1
      }
    }),
  )
  await killed
  expect(known.filter((one) => one.asked !== null).length, 'requests under way at the kill').toBeGreaterThan(
    0,
  )

  server = await Server.start({ directory: running.directory })
  const again = new Api(server.url)
  for (const { athlete, bookingId, answered, asked } of known) {
    if (answered === null) continue
    const entry = await again.entry(athlete, bookingId)
    expect(entry, `booking ${bookingId} of ${athlete.uaid}`).toBeDefined()
    const place = { date: entry?.eventTestDate ?? '', time: entry?.eventTestTime ?? '' }
    expect([answered, asked]).toContainEqual(place)
  }
})
