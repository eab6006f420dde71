import { describe, expect, it } from 'vitest'
import { measuresText, measureText } from '../../academy/measure'
import { ratingText } from '../../academy/rating'
import type { OwnTest } from '../../api/types'
import { ownResult, ownTest } from '../../test/results'
import { bestAttempt, changeOf, shapesOf, testsOf, weakest } from './outcome'

const result = (...tests: OwnTest[]) => ownResult(60, tests)

describe('a rating', () => {
  // RULES 7.7
  it('says what was left behind', () => {
    expect(ratingText(78)).toBe('Better than 78% of the field')
    expect(ratingText(0)).toBe('All of the field to chase')
  })

  it('is nothing in a field of too few', () => {
    expect(ratingText(null)).toBeNull()
    expect(ratingText(undefined)).toBeNull()
  })
})

describe('against last time', () => {
  it('counts in hundredths', () => {
    expect(changeOf(73.91, { score: 71.61 })).toEqual({ way: 'up', text: '+2.30' })
    expect(changeOf(0.3, { score: 0.1 + 0.2 })).toEqual({ way: 'same', text: 'As before' })
    expect(changeOf(70, { score: 71.05 })).toEqual({ way: 'down', text: '−1.05' })
  })

  it('is nothing the first time', () => {
    expect(changeOf(73.91, null)).toBeNull()
    expect(changeOf(73.91, undefined)).toBeNull()
  })
})

describe('a measurement', () => {
  it.each([
    [74, 'hits', '74 hits'],
    [64.5, 'cm', '64.5 cm'],
    [64, 'cm', '64.0 cm'],
    [33.25, 'N/kg', '33.25 N/kg'],
    [3, 's', '3.00 s'],
    [3.245, 's', '3.245 s'],
    [9.4, 'level', 'level 9.4'],
    [12.5, 'reps', '12.5 reps'],
  ])('%d in %s is %s', (score, unit, text) => expect(measureText(score, unit)).toBe(text))

  it('shares its unit with others in a row', () => {
    expect(measuresText([3.245, 3], 's')).toBe('3.245 · 3.00 s')
    expect(measuresText([9.4, 10], 'level')).toBe('level 9.4 · 10.0')
  })
})

describe('the tests of a result', () => {
  it('stand in the order of the hexagon, and nothing else does', () => {
    const tests = testsOf(result(ownTest('Speed', 40), ownTest('Juggling', 99), ownTest('Cognitive', 60)))
    expect(tests.map(({ name }) => name)).toEqual(['Cognitive', 'Speed'])
  })

  it('make a shape, and another of last time', () => {
    const tests = testsOf(
      result(ownTest('Speed', 40, { previous: { score: 35, date: '2026-09-01' } }), ownTest('Power', 80)),
    )
    expect(shapesOf(tests)).toEqual({ now: { Speed: 40, Power: 80 }, before: { Speed: 35 } })
    expect(shapesOf(testsOf(result(ownTest('Power', 80)))).before).toBeNull()
    expect(weakest(tests)).toBe('Speed')
    expect(weakest([])).toBeNull()
  })

  // RULES 7.4
  it('have one attempt that counted: the first with the best measurement, whatever its points', () => {
    const attempt = (score: number, points: number | null) => ({ score, points })
    const counted = (best: number, ...attempts: OwnTest['attempts']) => bestAttempt({ attempts, best })
    expect(counted(3.1, attempt(3.3, 60), attempt(3.1, 73.33), attempt(3.1, 73.33))).toBe(1)
    expect(counted(9, attempt(9, 0))).toBe(0)
    expect(counted(4.4, attempt(4.6, 0), attempt(4.4, 0))).toBe(1)
    expect(counted(3.1, attempt(3.3, null), attempt(3.1, null))).toBe(-1)
  })
})
