// @vitest-environment node
/** What if, through WebAssembly: the shared cases, and random seasons and ways against plain counting. */
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { type Goal, type Protocol, type SeasonFinals, TEST_TYPES, WhatIf, percentile } from '../index'

function cases<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`../../tests/vectors/${name}.json`, import.meta.url), 'utf8')) as T[]
}

const PROTOCOLS = { version: 1, tests: cases<Protocol>('protocols') }

const hundredths = (score: number) => Math.round(score * 100)

/** Scores as the server sends them. */
function tally(scores: readonly number[]): SeasonFinals['board'] {
  const each = new Map<number, number>()
  for (const score of scores.map(hundredths).sort((one, other) => one - other))
    each.set(score, (each.get(score) ?? 0) + 1)
  const values = [...each.keys()]
  return { gaps: values.map((value, at) => value - (values[at - 1] ?? 0)), counts: [...each.values()] }
}

function wholePoints(scores: readonly number[]): number[] {
  const points = new Array<number>(101).fill(0)
  for (const score of scores) {
    const whole = Math.floor(hundredths(score) / 100)
    points[whole] = (points[whole] ?? 0) + 1
  }
  return points
}

interface Case {
  board: number[]
  tests: number[][]
  own: number | null
  marks: number[]
  best: number
  ranked: number
  goals: [Goal, Goal, Goal]
  outcomes: { marks: number[]; final: number; position: number; percentile: number | null }[]
  ways: { final: number; marks: number[] | null }[]
}

test.each(cases<Case>('what-if').map((one, place) => [place, one] as const))(
  'the shared case %i',
  (_, given) => {
    const { board, tests, own, marks, best, goals, outcomes, ways } = given
    const asked = new WhatIf(PROTOCOLS, { board: tally(board), points: tests.map(wholePoints) }, own)
    const [top, beaten, nextUp] = goals
    expect(asked.goals(asked.outcome(marks).final, best)).toEqual({ top, best: beaten, nextUp })
    for (const outcome of outcomes) {
      const { final, position, percentile: share, ranked } = asked.outcome(outcome.marks)
      expect({ marks: outcome.marks, final, position, percentile: share }).toEqual(outcome)
      expect(ranked).toBe(given.ranked)
    }
    for (const way of ways) expect(asked.cheapestTo(marks, way.final)).toEqual(way.marks)
    asked.free()
  },
)

/** Numbers from 0 to 1, the same ones each time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const NO_POINTS = TEST_TYPES.map(() => wholePoints([]))

// RULES 7.10, 7.12
test('places and percentiles are those of plain counting', () => {
  const roll = dice(17)
  const measured = PROTOCOLS.tests.map(({ zero, hundred }) => [zero, hundred] as const)
  for (let round = 0; round < 200; round++) {
    const others = Array.from(
      { length: Math.floor(roll() * 40) },
      () => 40 + Math.floor(roll() * 2_000) / 100,
    )
    const own = 40 + Math.floor(roll() * 2_000) / 100
    const asked = new WhatIf(PROTOCOLS, { board: tally([...others, own]), points: NO_POINTS }, own)
    const marks = measured.map(
      ([zero, hundred]) => Math.round((zero + (hundred - zero) * (0.4 + roll() / 5)) * 10) / 10,
    )
    const outcome = asked.outcome(marks)
    expect(outcome.position).toBe(1 + others.filter((other) => other > outcome.final).length)
    expect(outcome.percentile).toBe(
      others.length < 9 ? null : percentile(outcome.final, [...others, outcome.final]),
    )
    const below = others.filter((other) => other < outcome.final).length
    expect(outcome.betterThan).toBe(
      others.length < 9 ? null : Math.floor((below * 100) / (others.length + 1)),
    )
    asked.free()
  }
})

const small = (unit: Protocol['unit'], falling: boolean, marks: number): Protocol[] =>
  TEST_TYPES.map((TestType) => ({
    TestType,
    unit,
    decimals: 0,
    zero: falling ? marks : 0,
    hundred: falling ? 0 : marks,
    low: 0,
    high: marks + 1,
    attempts: 1,
  }))

/** What a gain costs by the words of RULES 7.13, in whole units. */
function costOf(points: readonly number[], from: number, to: number): number {
  const reached = (whole: number) => points.slice(whole).reduce((sum, count) => sum + count, 0) + 101 - whole
  const upto = (score: number) => {
    const whole = Math.floor(score / 100)
    const step = (at: number) =>
      at < 100 ? Math.round(((reached(at) - reached(at + 1)) * 10_000) / reached(at)) : 0
    return (
      Array.from({ length: whole }, (_, at) => step(at) * 100).reduce((sum, cost) => sum + cost, 0) +
      step(whole) * (score % 100)
    )
  }
  return upto(to) - upto(from)
}

// RULES 7.13
test('the cheapest way is the cheapest of all combinations', () => {
  const roll = dice(23)
  for (let round = 0; round < 40; round++) {
    const marks = 2 + Math.floor(roll() * 2)
    const falling = roll() < 0.5
    const tests = small('hits', falling, marks)
    const points = TEST_TYPES.map(() =>
      wholePoints(Array.from({ length: Math.floor(roll() * 30) }, () => Math.floor(roll() * 10_001) / 100)),
    )
    const own = TEST_TYPES.map(() => Math.floor(roll() * (marks + 1)))
    const goal = Math.floor(roll() * 10_001) / 100
    const asked = new WhatIf({ version: 1, tests }, { board: tally([]), points }, null)
    const from = asked.outcome(own).points.map(hundredths)
    const cost = (way: readonly number[]) => {
      const to = asked.outcome(way).points.map(hundredths)
      return TEST_TYPES.reduce((sum, _, at) => sum + costOf(points[at] ?? [], from[at] ?? 0, to[at] ?? 0), 0)
    }
    let ways: number[][] = [[]]
    for (const [at] of TEST_TYPES.entries())
      ways = ways.flatMap((way) =>
        Array.from({ length: marks + 1 }, (_, mark) => mark)
          .filter((mark) => (falling ? mark <= (own[at] ?? 0) : mark >= (own[at] ?? 0)))
          .map((mark) => [...way, mark]),
      )
    const enough = ways.filter((way) => asked.outcome(way).final >= goal)
    const found = asked.cheapestTo(own, goal)
    if (enough.length === 0) expect(found).toBeNull()
    else
      expect(found && [asked.outcome(found).final >= goal, cost(found)]).toEqual([
        true,
        Math.min(...enough.map(cost)),
      ])
    asked.free()
  }
})

test('what the server does not send is refused', () => {
  const wrong = { board: { gaps: [10_001], counts: [1] }, points: NO_POINTS }
  expect(() => new WhatIf(PROTOCOLS, wrong, null)).toThrow(RangeError)
})
