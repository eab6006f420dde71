// How fast a full outbox empties on loopback, and how long a tap takes to be stored while it is full.
import 'fake-indexeddb/auto'

import { TEST_TYPES } from '@sixfold/domain'

import { Outbox } from '../../../web/src/offline/outbox/outbox.ts'
import type { About, Write } from '../../../web/src/offline/outbox/types.ts'
import { Server } from '../harness/server.ts'
import { compareStored } from './compare.ts'
import { Link } from './link.ts'
import { copyOf, type Guest, type Stage, STAFF } from './stage.ts'

const QUEUED = 500
const QUEUED_AT_TAP = 200

export interface Drained {
  queued: number
  /** From the first batch to the last answer. */
  seconds: number
  queuedAtTap: number
  /** From a tap to the entry on the disk: the middle one and the one in a hundred, milliseconds. */
  tapMs: number
  tapMsWorst: number
  /** Entries that did not arrive. */
  missing: number
}

function writes(stage: Stage): { write: Write; about: About }[] {
  const attempts = { Cognitive: 40, Strength: 25, Power: 40, Speed: 3.8, Agility: 12, Endurance: 8 }
  const of = (guest: Guest): { write: Write; about: About }[] => {
    const about = { uaid: guest.uaid, bookingId: guest.bookingId, name: guest.uaid }
    const post = (path: string, body: Record<string, unknown>): Write => ({ method: 'POST', path, body })
    const onboard = post('/api/event/admin/onboard', {
      code: guest.code,
      override: true,
      day: stage.dates[0],
    })
    const tests = TEST_TYPES.map((test) => ({
      write: post('/api/event/admin/test', {
        uaid: guest.uaid,
        eventBookingId: guest.bookingId,
        results: [{ TestType: test, Attempts: [{ score: attempts[test] }] }],
      }),
      about: { ...about, kind: 'test' as const, test },
    }))
    return [{ write: onboard, about: { ...about, kind: 'onboard' } }, ...tests]
  }
  return stage.guests.flatMap(of).slice(0, QUEUED)
}

/** Queues five hundred entries without a network, then has one. The stage needs 72 athletes. */
export async function drain(stage: Stage): Promise<Drained> {
  const server = await Server.start({
    directory: await copyOf(stage),
    demo: false,
    clock: `${stage.dates[0]}T13:00:00Z`,
  })
  const link = new Link(server.url, () => 0)
  link.good = true
  let online = false
  const outbox = new Outbox({
    database: `drain-${crypto.randomUUID()}`,
    send: (items) => link.send(items),
    clock: Date.now,
    random: Math.random,
    isOnline: () => online,
  })
  try {
    await link.signIn(STAFF[2])
    await outbox.open()
    const taps: number[] = []
    const desk = { queue: stage.guests.slice(0, 6) }
    for (const [at, { write, about }] of writes(stage).entries()) {
      const began = performance.now()
      await outbox.add(write, about, desk)
      if (at >= QUEUED_AT_TAP && at < QUEUED_AT_TAP + 100) taps.push(performance.now() - began)
    }
    const queued = outbox.status().waiting
    online = true
    const began = performance.now()
    await outbox.send()
    const seconds = (performance.now() - began) / 1000
    const missing = outbox.status().entries.length + (await compareStored(server.url, stage, queued))
    const sorted = taps.sort((one, other) => one - other)
    return {
      queued,
      seconds,
      queuedAtTap: QUEUED_AT_TAP,
      tapMs: sorted[50] ?? 0,
      tapMsWorst: sorted[99] ?? 0,
      missing,
    }
  } finally {
    outbox.close()
    await server.stop()
  }
}
