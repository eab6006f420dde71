// Killing the server under load loses no booking that was answered.
import { afterEach, expect, test } from 'vitest'

import { Api, type Athlete, type Booked } from '../harness/api.ts'
import { Server } from '../harness/server.ts'

let server: Server | undefined

afterEach(async () => {
  await server?.stop()
})

test('kill -9 under load keeps every booking that was answered', async () => {
  server = await Server.start()
  const api = new Api(server.url)
  const places = (await api.days())
    .filter((day) => day.open)
    .slice(0, 3)
    .flatMap((day) =>
      day.slots.filter((slot) => slot.available).map((slot) => ({ date: day.date, time: slot.time })),
    )
  const athletes: Athlete[] = []
  while (athletes.length < 60) {
    athletes.push(...(await Promise.all(Array.from({ length: 4 }, () => api.athlete()))))
  }

  const answered: { athlete: Athlete; booked: Booked }[] = []
  const running = server
  let killed: Promise<void> | undefined
  await Promise.all(
    athletes.map(async (athlete, index) => {
      const place = places[index % places.length]
      if (!place) throw new Error('the demo schedule offers nothing')
      // The server dies while some of these are under way: a broken connection is no answer.
      const answer = await api.book(athlete, place.date, place.time).catch(() => null)
      if (answer?.status === 200) answered.push({ athlete, booked: answer.data })
      if (answered.length >= 20) killed ??= running.end('SIGKILL')
    }),
  )
  await killed
  expect(answered.length).toBeGreaterThanOrEqual(20)
  expect(answered.length, 'the server died before all were answered').toBeLessThan(athletes.length)

  server = await Server.start({ directory: running.directory })
  const again = new Api(server.url)
  for (const { athlete, booked } of answered) {
    const profile = await again.profile(athlete)
    const ids = profile.events.flatMap((event) => event.eventList.map((entry) => entry.eventBookingId))
    expect(ids, `booking of ${athlete.uaid}`).toContain(booked.eventBookingId)
  }
})
