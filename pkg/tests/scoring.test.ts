// @vitest-environment node
/** Scores through WebAssembly: the shared cases, and every measurement against exact arithmetic in BigInt. */
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import {
  type Protocol,
  TEST_TYPES,
  type TestType,
  attemptPoints,
  bestAttempt,
  finalScore,
  percentile,
  readAttempt,
  testScore,
} from '../index'

function cases<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`../../tests/vectors/${name}.json`, import.meta.url), 'utf8')) as T[]
}

const PROTOCOLS = cases<Protocol>('protocols')

function protocolOf(type: TestType): Protocol {
  const found = PROTOCOLS.find((protocol) => protocol.TestType === type)
  if (found === undefined) throw new Error(type)
  return found
}

/** A decimal text in exact thousandths. */
function exact(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(3, '0'))
}

/** Hundredths of points of exact thousandths: linear, clamped, half away from zero. */
function expected(protocol: Protocol, raw: bigint): bigint {
  const [zero, hundred] = [exact(String(protocol.zero)), exact(String(protocol.hundred))]
  const sign = hundred < zero ? -1n : 1n
  const [part, span] = [(raw - zero) * sign, (hundred - zero) * sign]
  if (part <= 0n) return 0n
  if (part >= span) return 10_000n
  const [whole, rest] = [(part * 10_000n) / span, (part * 10_000n) % span]
  return rest * 2n >= span ? whole + 1n : whole
}

describe.each(PROTOCOLS)('$TestType', (protocol) => {
  const { TestType: type, low, high, zero, hundred } = protocol

  test('scores every measurement as exact arithmetic says', () => {
    const step = protocol.unit === 's' ? 1 : 10
    const wrong: string[] = []
    const ends = new Set<number>()
    for (let thousandths = low * 1000; thousandths <= high * 1000; thousandths += step) {
      const text = `${String(Math.floor(thousandths / 1000))}.${String(thousandths % 1000).padStart(3, '0')}`
      const points = attemptPoints(protocol, Number(text))
      const exactly = expected(protocol, exact(text))
      if (BigInt(Math.round(points * 100)) !== exactly || points !== Number(exactly) / 100) wrong.push(text)
      ends.add(points)
    }
    expect(wrong).toEqual([])
    expect([...ends]).toEqual(expect.arrayContaining([0, 100]))
  })

  test('is clamped beyond both marks', () => {
    const past = Math.sign(hundred - zero)
    for (const by of [0, 0.001, 0.01, 1, 1000]) {
      expect(attemptPoints(protocol, zero - past * by)).toBe(0)
      expect(attemptPoints(protocol, hundred + past * by)).toBe(100)
    }
  })

  test('takes both ends of its range, and no more', () => {
    const step = 10 ** -protocol.decimals
    const read = (value: number) => readAttempt(protocol, value.toFixed(protocol.decimals))
    expect([read(low), read(high)]).toEqual([
      { ok: true, value: low },
      { ok: true, value: high },
    ])
    expect(read(high + step)).toMatchObject({ ok: false, error: { code: 'ATTEMPT_OUT_OF_RANGE' } })
    const below = low === 0 ? 'ATTEMPT_NEGATIVE' : 'ATTEMPT_OUT_OF_RANGE'
    expect(read(low - step)).toMatchObject({ ok: false, error: { code: below } })
  })

  test('has its place in the list', () => {
    expect(TEST_TYPES.indexOf(type)).toBe(PROTOCOLS.indexOf(protocol))
  })
})

interface AttemptCase {
  test: TestType
  text: string
  raw: number | null
  code: string | null
}

test.each(cases<AttemptCase>('attempts'))('the attempt $test "$text"', ({ test: type, text, raw, code }) => {
  const read = readAttempt(protocolOf(type), text)
  expect(read.ok ? [read.value, null] : [null, read.error.code]).toEqual([raw, code])
})

interface PointsCase {
  test: TestType
  attempts: number[]
  score: number | null
  best: number | null
  code: string | null
}

test.each(cases<PointsCase>('points'))('the points of $test $attempts', (expectedCase) => {
  const protocol = protocolOf(expectedCase.test)
  const scored = testScore(protocol, expectedCase.attempts)
  expect(scored.ok ? [scored.value, null] : [null, scored.error.code]).toEqual([
    expectedCase.score,
    expectedCase.code,
  ])
  if (scored.ok) expect(bestAttempt(protocol, expectedCase.attempts)).toBe(expectedCase.best)
})

test('percentiles', () => {
  for (const { own, field, percentile: found } of cases<{
    own: number
    field: number[]
    percentile: number | null
  }>('percentiles')) {
    expect(percentile(own, field)).toBe(found)
  }
})

test('a final is the mean of six, and what is missing counts nothing', () => {
  expect(finalScore([10, 20, 30, 40, 50, 60.01])).toBe(35)
  expect(finalScore([0.01, 0.01, 0.01, 0, 0, 0])).toBe(0.01)
  expect(finalScore([100, 100, 100, 100, 100, 100])).toBe(100)
  expect(finalScore([60])).toBe(10)
})

test('numbers that are none are refused, not scored', () => {
  const power = protocolOf('Power')
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(testScore(power, [40, wrong])).toMatchObject({ ok: false, error: { code: 'ATTEMPT_INVALID' } })
  }
  expect(bestAttempt(power, [])).toBeNull()
})

test('a refusal says the unit and the range', () => {
  expect(readAttempt(protocolOf('Speed'), 'x')).toEqual({
    ok: false,
    error: { code: 'ATTEMPT_INVALID', message: 'An attempt is a number: 2 to 10 s.' },
  })
  expect(testScore(protocolOf('Endurance'), [9, 9])).toMatchObject({
    error: { message: 'This test takes at most 1 attempt: level 1 to 21.' },
  })
})
