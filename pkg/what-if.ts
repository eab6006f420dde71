// What a visit would have come to with other measurements (RULES 7.12 to 7.14). Measurements and scores are plain numbers
// here, whole numbers inside.
import { CompiledField } from './generated/sixfold_wasm.js'
import {
  type Protocol,
  type Protocols,
  TEST_TYPES,
  type TestType,
  UNITS,
  hundredths,
  thousandths,
} from './scoring.ts'

/** Scores as differences in hundredths, the lowest first, and how many have each. */
interface ScoreTally {
  gaps: readonly number[]
  counts: readonly number[]
}

/** A season's finals without names, as `user/leaderboard/field` has them. */
export interface SeasonFinals {
  /** The best final of each competitor. */
  board: ScoreTally
  /** For each test, how many people have each number of whole points on its board. */
  points: readonly (readonly number[])[]
}

/** A goal: its least final, `met` if it is reached already, `beyond` if nothing reaches it. */
export type Goal = number | 'met' | 'beyond'

/** What six measurements come to. */
export interface Outcome {
  /** The points of each test, in their order. */
  points: number[]
  final: number
  /** On the season's overall board. */
  position: number
  /** Of how many. */
  ranked: number
  /** In per cent; null with fewer than ten people. */
  percentile: number | null
  /** The percentage of the field that is lower, rounded down; null with fewer than ten people. */
  betterThan: number | null
}

/** The rules and a season's finals, asked as often as a finger moves. Lists of six are in the order of the tests. */
export class WhatIf {
  readonly #inside: CompiledField

  /**
   * `own` is the score of the athlete's row on the season's board; null without one. Throws for what the server does not
   * send.
   */
  constructor(protocols: Protocols, finals: SeasonFinals, own: number | null) {
    const inside = CompiledField.create(
      Int32Array.from(protocols.tests.flatMap(numbers)),
      pairs(finals.board),
      Uint32Array.from(finals.points.flat()),
      own === null ? undefined : hundredths(own),
    )
    if (!inside) throw new RangeError('no finals of a season')
    this.#inside = inside
  }

  /** The marks of a test's slider, from 0 points to 100. */
  slider(test: TestType): number[] {
    return Array.from(this.#inside.sliderOf(TEST_TYPES.indexOf(test)), (raw) => raw / 1000)
  }

  outcome(measurements: readonly number[]): Outcome {
    const numbers = Array.from(this.#inside.outcomeOf(Int32Array.from(measurements, thousandths)))
    const [final = 0, position = 0, ranked = 0, percentile = 0, betterThan = 0] = numbers.splice(
      TEST_TYPES.length,
    )
    return {
      points: numbers.map((points) => points / 100),
      final: final / 100,
      position,
      ranked,
      percentile: percentile < 0 ? null : percentile / 100,
      betterThan: betterThan < 0 ? null : betterThan,
    }
  }

  /** The per cent of the people on a test's board that have a score's whole points; null with fewer than ten people. */
  reachedBy(test: TestType, points: number): number | null {
    return this.#inside.reachedBy(TEST_TYPES.indexOf(test), hundredths(points)) ?? null
  }

  /** The three goals, from a final and the best final of any season. */
  goals(visit: number, best: number): { top: Goal; best: Goal; nextUp: Goal } {
    const [top, own, nextUp] = Array.from(this.#inside.goals(hundredths(visit), hundredths(best)), goal)
    return { top: top ?? 'beyond', best: own ?? 'beyond', nextUp: nextUp ?? 'beyond' }
  }

  /** The measurements that reach a final at the least cost; null if even 100 points in every test do not. */
  cheapestTo(measurements: readonly number[], final: number): number[] | null {
    const found = this.#inside.cheapestTo(Int32Array.from(measurements, thousandths), hundredths(final))
    return found ? Array.from(found, (raw) => raw / 1000) : null
  }

  /** Gives the module's memory back. */
  free(): void {
    this.#inside.free()
  }
}

const numbers = ({ unit, zero, hundred, low, high, attempts }: Protocol): number[] => [
  UNITS.indexOf(unit),
  ...[zero, hundred, low, high].map(thousandths),
  attempts,
]

const pairs = ({ gaps, counts }: ScoreTally) =>
  Uint32Array.from(gaps.flatMap((gap, place) => [gap, counts[place] ?? 0]))

const goal = (found: number): Goal => (found === -1 ? 'met' : found === -2 ? 'beyond' : found / 100)
