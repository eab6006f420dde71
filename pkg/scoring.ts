// Scoring: attempts in, points out. Measurements and scores are plain numbers here, whole numbers inside.
import {
  type RuleError,
  attemptRefusal,
  bestOf,
  finalOf,
  percentileOf,
  pointsOf,
  readThousandths,
  scoreAttempts,
} from './generated/sixfold_wasm.js'
import type { Checked } from './generated/sixfold_wasm.js'

/** The six tests, in the order of every list and of the hexagon. */
export const TEST_TYPES = ['Cognitive', 'Strength', 'Power', 'Speed', 'Agility', 'Endurance'] as const

/** One of the six tests. */
export type TestType = (typeof TEST_TYPES)[number]

/** The units in the module's order. */
export const UNITS = ['hits', 'N/kg', 'cm', 's', 'level'] as const

/** What a test is measured in. */
export type Unit = (typeof UNITS)[number]

/** How one test is scored, as `event/config` says it. */
export interface Protocol {
  TestType: TestType
  unit: Unit
  /** Decimals that a measurement may have. */
  decimals: number
  /** The measurement worth 0 points. */
  zero: number
  /** The measurement worth 100 points; below `zero` where less is better. */
  hundred: number
  /** The least plausible measurement. */
  low: number
  /** The greatest plausible measurement. */
  high: number
  /** Attempts at most. */
  attempts: number
}

/** The six protocols and their version. */
export interface Protocols {
  version: number
  tests: readonly Protocol[]
}

/** A measurement in the module's thousandths. */
export function thousandths(measurement: number): number {
  return Math.round(measurement * 1000)
}

/** A score in the module's hundredths. */
export function hundredths(score: number): number {
  return Math.round(score * 100)
}

function refused(protocol: Protocol, refusal: number): { ok: false; error: RuleError } {
  const { unit, low, high, attempts } = protocol
  const place = UNITS.indexOf(unit)
  return {
    ok: false,
    error: refusalOf(attemptRefusal(place, thousandths(low), thousandths(high), attempts, refusal)),
  }
}

/** A refusal of the module: its word, a space, its sentence. */
export function refusalOf(text: string): RuleError {
  const space = text.indexOf(' ')
  return { code: text.slice(0, space), message: text.slice(space + 1) }
}

/** A measurement as typed: a plausible number in the test's unit, or why it is none. */
export function readAttempt(protocol: Protocol, text: string): Checked<number> {
  const { unit, low, high } = protocol
  const found = readThousandths(UNITS.indexOf(unit), thousandths(low), thousandths(high), text)
  return found < 0 ? refused(protocol, found) : { ok: true, value: found / 1000 }
}

/** The points of one measurement, 0 to 100. */
export function attemptPoints(protocol: Protocol, raw: number): number {
  return pointsOf(thousandths(protocol.zero), thousandths(protocol.hundred), thousandths(raw)) / 100
}

/** The place of the best measurement, the first of equal ones; null of none. */
export function bestAttempt(protocol: Protocol, attempts: readonly number[]): number | null {
  const raws = Int32Array.from(attempts, thousandths)
  return bestOf(thousandths(protocol.zero), thousandths(protocol.hundred), raws) ?? null
}

/** The score of a test, which is that of its best attempt, or why these attempts have none. */
export function testScore(protocol: Protocol, attempts: readonly number[]): Checked<number> {
  const found = scoreAttempts(
    UNITS.indexOf(protocol.unit),
    thousandths(protocol.zero),
    thousandths(protocol.hundred),
    thousandths(protocol.low),
    thousandths(protocol.high),
    protocol.attempts,
    attempts.join(' '),
  )
  return found < 0 ? refused(protocol, found) : { ok: true, value: found / 100 }
}

/** The final score of six test scores; a missing one counts 0, as in a preview. */
export function finalScore(six: readonly number[]): number {
  return (finalOf(Int32Array.from(TEST_TYPES, (_, place) => hundredths(six[place] ?? 0))) ?? 0) / 100
}

/** The percentile of a score in a field that it is counted in; null in an empty field. */
export function percentile(own: number, field: readonly number[]): number | null {
  const found = percentileOf(hundredths(own), Int32Array.from(field, hundredths))
  return found === undefined ? null : found / 100
}
