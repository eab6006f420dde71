// Sixty days of slots through WebAssembly, and by luxon and date-fns on the same input. The input comes as a file
// (first argument) from the native run; the answer goes to standard output.
import { readFileSync } from 'node:fs'

import { TZDate } from '@date-fns/tz'
import { addDays, addMinutes, format, isAfter } from 'date-fns'
import { DateTime } from 'luxon'

import { Places, Schedule } from '@sixfold/domain'

interface Slot {
  time: string
  remaining: number
  available: boolean
  reason?: string | undefined
}

const ZONE = 'Europe/London'
const FIRST_MINUTE = 9 * 60
const STEP = 15
const COUNT = 60

const given = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const { config, nowMs, from, days, taken } = given.input
const closed = new Set<string>(config.closedDates)

const schedule = new Schedule(config)
const query = { nowMs, bookingType: 'test' as const, lastCompleted: null, bypass: false }
const places = new Places(config.slotCapacity)
for (const [date, times] of Object.entries<Record<string, number>>(taken)) {
  for (const [time, used] of Object.entries(times)) places.set(date, time, config.slotCapacity - used)
}

function throughWasm(): Slot[][] {
  const grid = schedule.grid(query, from, days, places)
  const all: Slot[][] = []
  for (let index = 0; index < days; index++) all.push(grid.slots(index))
  return all
}

function withLuxon(): Slot[][] {
  const now = DateTime.fromMillis(nowMs, { zone: ZONE })
  const first = DateTime.fromISO(from, { zone: ZONE })
  const all: Slot[][] = []
  for (let index = 0; index < days; index++) {
    const day = first.plus({ days: index })
    const date = day.toISODate() ?? ''
    const slots: Slot[] = []
    if (!closed.has(date)) {
      const start = day.set({ hour: FIRST_MINUTE / 60, minute: 0 })
      for (let step = 0; step < COUNT; step++) {
        const moment = start.plus({ minutes: step * STEP })
        const time = moment.toFormat('HH:mm')
        slots.push(slot(time, taken[date]?.[time] ?? 0, moment > now))
      }
    }
    all.push(slots)
  }
  return all
}

function withDateFns(): Slot[][] {
  const now = new Date(nowMs)
  const first = new TZDate(`${from}T00:00:00`, ZONE)
  const all: Slot[][] = []
  for (let index = 0; index < days; index++) {
    const day = addDays(first, index)
    const date = format(day, 'yyyy-MM-dd')
    const slots: Slot[] = []
    if (!closed.has(date)) {
      const start = new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), FIRST_MINUTE / 60, 0, ZONE)
      for (let step = 0; step < COUNT; step++) {
        const moment = addMinutes(start, step * STEP)
        const time = format(moment, 'HH:mm')
        slots.push(slot(time, taken[date]?.[time] ?? 0, isAfter(moment, now)))
      }
    }
    all.push(slots)
  }
  return all
}

function slot(time: string, used: number, ahead: boolean): Slot {
  const remaining = Math.max(0, config.slotCapacity - used)
  const available = ahead && remaining > 0
  return available ? { time, remaining, available } : { time, remaining, available, reason: 'SLOT_FULL' }
}

/** Milliseconds of one run: the median of the samples, each long enough for the clock. */
function median(work: () => unknown): number {
  const once = time(work, 1)
  const runs = Math.max(1, Math.ceil(20 / Math.max(once, 0.01)))
  time(work, runs)
  const samples = Array.from({ length: 15 }, () => time(work, runs)).sort((a, b) => a - b)
  return samples[7] ?? Number.NaN
}

function time(work: () => unknown, runs: number): number {
  const begun = performance.now()
  for (let run = 0; run < runs; run++) work()
  return (performance.now() - begun) / runs
}

const expected = JSON.stringify(throughWasm())
for (const [name, work] of Object.entries({ withLuxon, withDateFns })) {
  if (JSON.stringify(work()) !== expected) throw new Error(`${name} gives other slots`)
}
const available = throughWasm()
  .flat()
  .filter((found) => found.available).length
if (available !== given.available) throw new Error(`${available} slots, natively ${given.available}`)

process.stdout.write(
  JSON.stringify({
    wasm: median(throughWasm),
    wasmCompile: median(() => new Schedule(config).free()),
    luxon: median(withLuxon),
    dateFns: median(withDateFns),
  }),
)
