// @vitest-environment node
/**
 * The WebAssembly build of the rules against the native one: 100,000 random schedules by digest, the first 1,000
 * of them value by value.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import {
  Places,
  SLOT_TIMES,
  Schedule,
  addDays,
  bookingType,
  lastCompleted,
  londonNow,
  retestEligibility,
} from '../index'
import type { BookingSessionConfig, BookingType, Day, HistoryEntry, SlotQuery } from '../index'

const COUNT = 100_000
const VALUES = 1_000
const SEED = 6

interface Line {
  config: BookingSessionConfig
  nowMs: number
  bookingType: BookingType
  history: HistoryEntry[]
  bypass: boolean
  from: string
  remaining: number[][]
  typedDate: string
  typedTime: string
  digest: string
  days?: Day[]
  facts?: string[]
}

function digest(text: string): string {
  let one = 0x811c9dc5
  let other = 0x12345677
  for (let index = 0; index < text.length; index++) {
    const byte = text.charCodeAt(index)
    one = Math.imul(one ^ byte, 0x01000193)
    other = Math.imul(other ^ byte, 0x01000193)
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

function canonical(days: readonly Day[], facts: readonly string[]): string {
  let text = ''
  for (const day of days) {
    text += `${day.date} ${day.open} ${day.reason ?? '-'};`
    for (const slot of day.slots) {
      text += `${slot.time} ${slot.remaining} ${slot.available} ${slot.reason ?? '-'};`
    }
  }
  return text + facts.join(' ')
}

/** The answer of the WebAssembly build to a line's inputs. */
function answers(line: Line): { days: Day[]; facts: string[] } {
  const schedule = new Schedule(line.config)
  const places = new Places(line.config.slotCapacity)
  line.remaining.forEach((row, step) => {
    const date = addDays(line.from, step)
    row.forEach((left, quarter) => places.set(date, SLOT_TIMES[quarter] ?? '', left))
  })
  const query: SlotQuery = {
    nowMs: line.nowMs,
    bookingType: line.bookingType,
    lastCompleted: lastCompleted(line.history),
    bypass: line.bypass,
  }
  const grid = schedule.grid(query, line.from, line.remaining.length, places)
  const days = line.remaining.map((_, step) => grid.day(step))
  const today = londonNow(line.nowMs).date
  const retest = retestEligibility(line.history, line.config.retestDelay, today)
  const facts = [
    schedule.firstDate(query) ?? '-',
    schedule.lastDate(query),
    bookingType(line.history),
    retest.allowed ? '-' : retest.opensOn,
    schedule.check(query, line.typedDate, line.typedTime, 1) ?? '-',
  ]
  schedule.free()
  return { days, facts }
}

test(`${COUNT} random schedules are decided alike natively and in WebAssembly`, async () => {
  const native = spawn(
    'cargo',
    [
      'run',
      '--quiet',
      '--package',
      'sixfold-domain',
      '--example',
      'random_schedules',
      '--',
      COUNT,
      VALUES,
      SEED,
    ].map(String),
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((resolve) => native.once('close', resolve))
  let seen = 0
  let compared = 0
  for await (const text of createInterface({ input: native.stdout })) {
    const line = JSON.parse(text) as Line
    const found = answers(line)
    if (line.days) {
      expect(found.days).toEqual(line.days)
      expect(found.facts).toEqual(line.facts)
      compared++
    }
    if (digest(canonical(found.days, found.facts)) !== line.digest) {
      throw new Error(`schedule ${seen} of seed ${SEED} is decided otherwise: ${text}`)
    }
    seen++
  }
  expect(await ended).toBe(0)
  expect([seen, compared]).toEqual([COUNT, VALUES])
})
