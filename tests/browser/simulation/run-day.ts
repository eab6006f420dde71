// One simulated day: four tablets, a bad network, people who change, clocks that are wrong, and in the end the sum.
import 'fake-indexeddb/auto'

import { setTimeout as sleep } from 'node:timers/promises'

import { freePort, Server } from '../harness/server.ts'
import { compare } from './compare.ts'
import { Link, Sessions, type Trouble } from './link.ts'
import { below, randomOf } from './random.ts'
import { copyOf, type Stage, STAFF } from './stage.ts'
import { Tablet } from './tablet.ts'

const TABLETS = 4

export interface DayOptions {
  seed: number
  stage: Stage
  /** Changes every key on every try. */
  keysChange?: boolean
}

export interface DayReport {
  seed: number
  /** What differs from what was typed; empty when all is well. */
  mismatches: string[]
  /** Entries that were made. */
  acts: number
  /** Tabs that were killed. */
  kills: number
  /** The kinds of trouble that there were on the network. */
  troubles: Set<Trouble>
  seconds: number
}

export async function runDay({ seed, stage, keysChange = false }: DayOptions): Promise<DayReport> {
  const began = performance.now()
  const [today] = stage.dates
  const port = await freePort()
  const start = async (directory: string, time: string) =>
    Server.start({ directory, port, demo: false, clock: `${today}T${time}Z` })
  let server = await start(await copyOf(stage), '13:00:00')
  const sessions = new Sessions(server.url)
  const tablets = Array.from({ length: TABLETS }, (_, at) => {
    const link = new Link(server.url, randomOf(seed * 1000 + 500 + at), sessions)
    link.keysChange = keysChange
    return tabletOf(seed, at, stage, link)
  })
  try {
    await Promise.all(tablets.map((tablet) => tablet.start()))
    const planned = stage.guests.length * 8
    const back = planned * (0.3 + 0.4 * randomOf(seed)())
    let over = false
    const worked = Promise.all(tablets.map((tablet) => tablet.work())).finally(() => (over = true))
    worked.catch(() => undefined)
    while (!over && tablets.reduce((sum, tablet) => sum + tablet.acts, 0) < back) await sleep(5)
    // Its clock is set back by two hours and a half, and it comes up again on what it had.
    await server.end(below(randomOf(seed + 7), 2) === 0 ? 'SIGKILL' : 'SIGTERM')
    server = await start(server.directory, '10:30:00')
    await worked
    const left = await Promise.all(tablets.map((tablet) => tablet.finish()))
    await Promise.all(tablets.map(({ plan }) => plan.link.drain()))
    const mismatches = await compare(server.url, stage, tablets, left)
    const sum = (of: (tablet: Tablet) => number) => tablets.reduce((total, tablet) => total + of(tablet), 0)
    return {
      seed,
      mismatches,
      acts: sum(({ acts }) => acts),
      kills: sum(({ kills }) => kills),
      troubles: new Set(tablets.flatMap(({ plan }) => [...plan.link.met])),
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    tablets.forEach((tablet) => tablet.close())
    await server.stop()
  }
}

function tabletOf(seed: number, at: number, stage: Stage, link: Link): Tablet {
  const [instore, otherInstore, delivery, otherDelivery] = STAFF
  const random = randomOf(seed * 1000 + at)
  const date = stage.dates[at < 2 ? 0 : 1]
  const there = stage.guests.filter((guest) => guest.date === date)
  return new Tablet({
    database: `tablet-${crypto.randomUUID()}`,
    guests: there.filter((_, index) => index % 2 === at % 2),
    others: there.filter((_, index) => index % 2 !== at % 2),
    staff: at < 2 ? [instore, otherInstore] : [delivery, otherDelivery],
    today: stage.dates[0],
    random,
    link,
  })
}
